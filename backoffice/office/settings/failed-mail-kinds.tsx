import { namesOf } from '../../../shared/fields/field.ts'
import { MAIL_KINDS, type MailKind } from '../../../shared/words/mail.ts'
import type { FailedMailKind } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import type { Act, Confirm } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Section } from '../../kit/ui/section.tsx'
import type { HealthAddress } from './address.ts'
import { t } from './failed-mails-texts.ts'
import css from './settings.module.css'

type Known = FailedMailKind & { readonly template: MailKind }
/** Mails of a kind that this version does not know are retried one by one. */
export const knownKind = (template: string | undefined) => namesOf(MAIL_KINDS).find(kind => kind === template)

/** A mail of another version is named by its template. */
export const kindInWords = (template: string): string =>
  Object.hasOwn(t.kind, template) ? t.kind[template as MailKind] : template

/** Retries all failed mails of a kind, or gives them up after a confirmation. */
export function Kinds({
  kinds,
  chosen,
  go,
  act,
  confirm,
}: {
  readonly kinds: readonly FailedMailKind[]
  readonly chosen: MailKind | undefined
  readonly go: (change: HealthAddress) => void
  readonly act: Act
  readonly confirm: Confirm
}) {
  const retry = ({ template }: Known) =>
    act(
      () => call('POST /api/v1/admin/failed-mails/retry', { body: { template } }),
      ({ data }) => t.allRetried(data.done, data.left),
    )
  const giveUp = ({ template, failed }: Known) =>
    confirm({
      title: t.giveUpAll(failed, kindInWords(template)),
      about: t.giveUpAbout,
      keep: t.keep,
      now: t.giveUp,
      async work() {
        const { data } = await call('POST /api/v1/admin/failed-mails/give-up', { body: { template } })
        if (chosen === template && data.left === 0) go({ sorte: undefined })
        return data
      },
      done: ({ done, left }) => t.allGivenUp(done, left),
    })
  return (
    <Section title={t.byKind}>
      <ul className={css.types}>
        {kinds.flatMap(({ template, ...numbers }) => {
          const its = knownKind(template)
          if (!its) return []
          const kind = { template: its, ...numbers }
          const name = kindInWords(its)
          const isChosen = chosen === its
          return (
            <li className="row middle gap-6-10" key={kind.template}>
              <div>
                <b>{name}</b>
                <p className="second soft">
                  {t.count(kind.failed)}
                  {kind.can_retry === 0 && `. ${t.linkGone}`}
                </p>
              </div>
              <span className={`row middle ${css.acts}`}>
                {kinds.length > 1 && (
                  <Button
                    look="quiet"
                    aria-label={t.ofKind(isChosen ? t.showAll : t.show, name)}
                    onClick={() => go({ sorte: isChosen ? undefined : its })}
                  >
                    {isChosen ? t.showAll : t.show}
                  </Button>
                )}
                <Button look="quiet" aria-label={t.giveUpThis(name)} onClick={() => giveUp(kind)}>
                  {t.giveUp}
                </Button>
                {kind.can_retry > 0 && (
                  <Button
                    icon="mail"
                    aria-label={t.ofKind(t.retryAll(kind.can_retry), name)}
                    onClick={() => retry(kind)}
                  >
                    {t.retryAll(kind.can_retry)}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
