import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { t } from './texts.ts'

/** The new key, shown this once: Escape does not close it. */
export function Created({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  const { said, copy } = useCopy(secret, { copied: t.copied, notCopied: t.notCopied })
  return (
    <Dialog title={t.madeTitle} about={t.made} onSubmit={onClose}>
      <Field
        label={t.secret}
        value={secret}
        readOnly
        dir="ltr"
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
      />
      <p role="status">{said}</p>
      <Acts>
        {copy && <Button onClick={copy}>{t.copy}</Button>}
        <Button look="primary" type="submit">
          {t.kept}
        </Button>
      </Acts>
    </Dialog>
  )
}
