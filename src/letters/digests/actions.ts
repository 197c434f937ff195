import { Data } from '../../../shared/shapes.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { saveAuthorNews } from './author-news.ts'
import { digestOf, saveDigest } from './queries.ts'
import { Digest, DigestChoice } from './shapes.ts'

export const chosen = signedIn.read({
  summary: 'How often the caller gets a digest of what waits in their areas, and whether a mail about alerts',
  reply: Data(Digest),
  run: async ({ db, caller }) => ({ data: await digestOf(db, caller.id) }),
})

export const choose = signedIn.write({
  summary: 'Choose how often the caller gets a digest; the first one comes on another day',
  body: DigestChoice,
  reply: Data(Digest),
  async run({ tx, caller, body }) {
    await saveDigest(tx, caller.id, body)
    if (body.published !== undefined) await saveAuthorNews(tx, caller.id, body.published)
    return { data: await digestOf(tx, caller.id) }
  },
})
