import { Data, Email, Id, named, Obj, Word } from '../../../shared/shapes.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { oneAddress } from '../../letters/mail/addresses.ts'
import { confirmWeekPage } from '../../letters/mail/links.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import { CONFIRM_MINUTES, requestSubscription } from '../../letters/weekly-mail/subscribers.ts'
import { anyone } from '../../people/access/visitors.ts'
import { communeToShow } from '../../territory/communes/shown-commune.ts'
import { firstOpen } from '../town.ts'
import { isWeeklyMailOffered } from './offered.ts'

const Subscribing = named('WeeklyMailRequest', Obj({ email: Email }), { email: 'anne@exemple.fr' })

export const subscribe = anyone.write({
  summary: 'Ask for the weekly mail of a commune; mails a link that confirms the address',
  description:
    'Nothing else is sent before the link is confirmed, within 48 hours. The reply does not tell whether the address is subscribed. 404 where the service sends no mails, and for a commune whose pages are closed.',
  params: Obj({ id: Id }),
  body: Subscribing,
  reply: Data(
    Obj({ status: Word(['received'], { received: 'a mail follows, unless the address is subscribed' }) }),
  ),
  errors: ['not_found', 'scope_violation'],
  async run({ tx, params, body, source, config, secrets, enqueue }) {
    if (!isWeeklyMailOffered(config)) throw new Problem('not_found')
    const email = oneAddress(body.email, 'email')
    const { id: communeId } = await communeToShow(tx, source, params.id)
    const { nom } = found(await firstOpen(tx, [communeId]))
    const token = await requestSubscription({ tx, config, secrets }, { communeId, email })
    if (token !== undefined)
      await queueMail(
        { tx, config, enqueue },
        {
          template: 'week-confirmation',
          data: { commune: nom, link: confirmWeekPage(config, token), minutes: CONFIRM_MINUTES },
          to: { email },
          language: 'fr',
        },
      )
    return { data: { status: 'received' as const } }
  },
})
