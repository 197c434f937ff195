import type { KeptPublicationType as Kept } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Editor } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { common, nouns } from '../../kit/words/texts.ts'
import css from './settings.module.css'
import { t } from './texts.ts'

const NEW = { nom: '', couleur: '#0f766e' }

type Typed = Pick<Kept, 'nom' | 'couleur'>

/** The name and the colour of a type, or of a new one. */
export function TypeEditor({
  type,
  onDone,
  onSaved,
  reread,
}: {
  readonly type: Kept | undefined
  readonly onDone: () => void
  readonly onSaved: () => Promise<unknown>
  readonly reread: () => Promise<Kept | undefined>
}) {
  const form = useRecord<Kept | undefined, Typed>({
    key: `type ${type?.id ?? 'new'}`,
    record: type,
    typedOf: from => ({ nom: from?.nom ?? NEW.nom, couleur: from?.couleur ?? NEW.couleur }),
    labels: { nom: nouns.nom, couleur: nouns.colour },
    check: ({ nom }) => ({ nom: nom.trim() === '' ? common.nomMissing : undefined }),
    async send({ nom, couleur }, base) {
      const body = { nom: nom.trim(), couleur }
      await (base
        ? call('PATCH /api/v1/admin/publication-types/{id}', {
            params: { id: base.id },
            body,
            version: base.version,
          })
        : call('POST /api/v1/admin/publication-types', { body }))
      // First, so that what is opened again shows what was saved.
      await onSaved()
      onDone()
    },
    reread,
  })
  return (
    <Editor form={form} label={type ? t.renameThis(type.nom) : t.adding} onDone={onDone}>
      <div className={`stack at-top gap-12 ${css.fields}`}>
        <Field {...form.field('nom')} maxLength={100} required autoFocus autoComplete="off" dir="auto" />
        <Field {...form.field('couleur')} type="color" />
      </div>
    </Editor>
  )
}
