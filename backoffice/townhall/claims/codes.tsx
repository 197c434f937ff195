import type { MyClaim } from '../../kit/api/contract.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { t } from './texts.ts'

/** The code by which a person proves to read what is sent to the acteur. */

interface Words {
  readonly sent: string
  readonly code: string
  readonly missing: string
  readonly send: string
  readonly right: string
  readonly void: string
}

/** Enters the code of a printed letter, or of the mail to the official address. `send` refuses a wrong one. */
export function EnterCode({
  letter,
  words,
  onEnter,
}: {
  readonly letter: NonNullable<MyClaim['letter']>
  readonly words: Words
  onEnter(code: string): Promise<unknown>
}) {
  const form = useRecord<undefined, { readonly code: string }>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ code: '' }),
    labels: { code: words.code },
    check: ({ code }) => ({ code: code.trim() === '' ? words.missing : undefined }),
    async send({ code }) {
      await onEnter(code.trim())
    },
  })
  if (letter.confirmed_at) return <p>{words.right}</p>
  if (letter.attempts_left === 0) return <p>{words.void}</p>
  return (
    <PageForm form={form} about={<p>{words.sent}</p>} className="stack gap-14" save={words.send}>
      <Field
        {...form.field('code')}
        hint={t.letter.hint(letter.attempts_left)}
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </PageForm>
  )
}
