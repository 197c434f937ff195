import type { MyClaim } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { myClaims } from './my-claims.ts'
import { t } from './texts.ts'

/** The codes by which a claimant proves to read what is sent to the acteur. */

const refresh = () => client.invalidateQueries({ queryKey: myClaims.queryKey })

interface Words {
  readonly sent: string
  readonly code: string
  readonly missing: string
  readonly send: string
  readonly right: string
  readonly void: string
}

/** Enters the code of a printed letter, or of the mail to the official address. */
export function EnterCode({
  claim: { id },
  letter,
  words,
}: {
  readonly claim: MyClaim
  readonly letter: NonNullable<MyClaim['letter']>
  readonly words: Words
}) {
  const form = useRecord<undefined, { readonly code: string }>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ code: '' }),
    labels: { code: words.code },
    check: ({ code }) => ({ code: code.trim() === '' ? words.missing : undefined }),
    async send({ code }) {
      try {
        await call('POST /api/v1/me/claims/{id}/code', { params: { id }, body: { code: code.trim() } })
      } finally {
        await refresh()
      }
    },
  })
  if (letter.confirmed_at) return <p>{words.right}</p>
  if (letter.attempts_left === 0) return <p>{words.void}</p>
  return (
    <form className="stack gap-14" onSubmit={form.onSubmit} noValidate>
      <p>{words.sent}</p>
      <FormHead of={form} />
      <Field
        {...form.field('code')}
        hint={t.letter.hint(letter.attempts_left)}
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormState of={form} />
      <Actions>
        <Button look="primary" type="submit" off={form.busy}>
          {words.send}
        </Button>
      </Actions>
    </form>
  )
}

/** A town hall: a code to its official address, or why a person has to look at the claim. */
export function Official({
  claim,
  official: { to, blocked },
}: {
  readonly claim: MyClaim
  readonly official: NonNullable<MyClaim['official']>
}) {
  const { letter } = claim
  const form = useRecord<undefined, Record<never, never>>({
    key: undefined,
    record: undefined,
    typedOf: () => ({}),
    labels: {},
    async send() {
      try {
        await call('POST /api/v1/me/claims/{id}/official-code', { params: { id: claim.id } })
      } finally {
        await refresh()
      }
    },
  })
  const mailed = letter?.sent_to ? letter : undefined
  return (
    <>
      {mailed && !mailed.confirmed_at && (
        <EnterCode
          key={mailed.issued_at}
          claim={claim}
          letter={mailed}
          words={{
            sent: t.official.sent(mailed.sent_to ?? ''),
            code: t.official.code,
            missing: t.official.missing,
            send: t.official.enter,
            right: t.official.kept,
            void: t.official.void,
          }}
        />
      )}
      {mailed?.confirmed_at && <p>{t.official.kept}</p>}
      {to !== null && (
        <form className="stack gap-14" onSubmit={form.onSubmit} noValidate>
          {!mailed && (
            <>
              <p>{t.official.about}</p>
              <p dir="auto">{t.official.where(to)}</p>
            </>
          )}
          <FormHead of={form} />
          <FormState of={form} saved={t.official.sending} />
          <Actions>
            <Button look={mailed ? 'plain' : 'primary'} icon="mail" type="submit" off={form.busy}>
              {mailed ? t.official.again : t.official.send}
            </Button>
          </Actions>
        </form>
      )}
      {blocked && blocked !== 'letter' && (
        <Note tone="info">
          <p>{t.official.blocked}</p>
          <p>{t.official.why[blocked]}</p>
        </Note>
      )}
    </>
  )
}
