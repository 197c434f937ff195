import { useNavigate } from '@tanstack/react-router'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

type NewCommune = Readonly<Record<'nom' | 'departement' | 'codes_postaux' | 'code_insee', string>>

/** The national list has every commune: another one is rare, and little is asked. */
export function Create({ nom, onClose }: { readonly nom: string; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecord<undefined, NewCommune>({
    key: 'commune new',
    record: undefined,
    typedOf: () => ({
      nom: /^\d/.test(nom) ? '' : nom,
      departement: '',
      codes_postaux: '',
      code_insee: '',
    }),
    labels: t.fields,
    check: typed => ({ nom: typed.nom.trim() === '' ? common.nomMissing : undefined }),
    async send(typed, _, once) {
      const codes = typed.codes_postaux.split(/[\s,;]+/).filter(Boolean)
      const { data } = await call('POST /api/v1/admin/communes', {
        body: {
          nom: typed.nom.trim(),
          ...(typed.departement.trim() && { departement: typed.departement.trim().toUpperCase() }),
          ...(typed.code_insee.trim() && { code_insee: typed.code_insee.trim().toUpperCase() }),
          ...(codes.length > 0 && { codes_postaux: codes }),
        },
        once,
      })
      void navigate({ to: '/communes/$id', params: { id: data.id } })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.create.title}
      about={t.create.about}
      onClose={onClose}
      keep={t.create.not}
      now={t.create.send}
    >
      <Field {...form.field('nom')} maxLength={200} />
      <Field {...form.field('departement')} hint={t.hints.departement} optional maxLength={3} />
      <Field {...form.field('codes_postaux')} hint={t.hints.codes} optional />
      <Field {...form.field('code_insee')} optional maxLength={5} />
    </FormDialog>
  )
}
