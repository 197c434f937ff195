import type { Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { ownUrl } from '../../kernel/settings/config.ts'
import {
  lockDueAuthor,
  newsOf,
  noteAuthors,
  type Online,
  saveToldAuthor,
} from '../../letters/digests/author-news.ts'
import { houseOf, stopDigestPage } from '../../letters/mail/links.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import { baseOf, publicationPath } from '../addresses.ts'
import { townAt } from '../town.ts'

type Context = Pick<JobContext, 'db' | 'config' | 'enqueue'>

/** A mail names so many, and counts the others. */
const NAMED = 20

/**
 * Tells authors which of their publications went online. Each mail is queued in the transaction that notes it: a crash or
 * a second worker sends none twice.
 */
export async function sendAuthorNews(context: Context, signal: AbortSignal): Promise<void> {
  await context.db.transaction(noteAuthors)
  while (!signal.aborted && (await context.db.transaction(tx => sendOne(tx, context))));
}

async function sendOne(tx: Tx, { config, enqueue }: Context): Promise<boolean> {
  const due = await lockDueAuthor(tx)
  if (!due) return false
  const { email } = due
  const news = due.wanted && email !== null ? await newsOf(tx, due.user_id, NAMED) : []
  await saveToldAuthor(tx, due.user_id, news.length > 0)
  if (news.length === 0 || email === null) return true
  const items: { title: string; link: string }[] = []
  for (const one of news) items.push({ title: one.title, link: await pageOf(tx, config, one) })
  const stop = stopDigestPage(config, due.token)
  await queueMail(
    { tx, config, enqueue: (job, data, after) => enqueue(tx, job, data, after) },
    {
      template: 'publications-online',
      data: { items, more: (news[0]?.total ?? 0) - items.length, stop },
      to: { email },
      language: 'fr',
      unsubscribeUrl: stop,
    },
  )
  return true
}

/** The page that residents see; where there is none, that of the acteur's members. */
async function pageOf(tx: Tx, config: Context['config'], one: Online): Promise<string> {
  const publicUrl = config.publicUrl ?? ownUrl(config)
  const town = config.place === 'on' ? await townAt(tx, one.commune_id) : undefined
  if (town?.place.ouverte)
    return baseOf({ portal: config.placeUrl ?? publicUrl, publicUrl }, town) + publicationPath(one)
  return one.acteur_id === null ? publicUrl : houseOf(config, one.acteur_id)
}
