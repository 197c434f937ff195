import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'

interface Words {
  readonly madeTitle: string
  readonly made: string
  readonly secret: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly kept: string
}

/** A new key or secret, shown this once: Escape does not close it. */
export function Created({
  secret,
  words,
  onClose,
}: {
  readonly secret: string
  readonly words: Words
  onClose(): void
}) {
  const { said, copy } = useCopy(secret, words)
  return (
    <Dialog title={words.madeTitle} about={words.made} onSubmit={onClose}>
      <Field
        label={words.secret}
        value={secret}
        readOnly
        dir="ltr"
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
      />
      <p role="status">{said}</p>
      <Acts>
        {copy && <Button onClick={copy}>{words.copy}</Button>}
        <Button look="primary" type="submit">
          {words.kept}
        </Button>
      </Acts>
    </Dialog>
  )
}
