import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { recordOf, refresh } from '../../kit/commune/api.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { PlaceMap } from '../defibrillateurs/place-map.tsx'
import { figureIn, positionErrors } from '../defibrillateurs/position.ts'
import { t } from './texts.ts'

const TEXTS = ['nom', 'adresse', 'complement'] as const
const FIGURES = ['latitude', 'longitude'] as const
const FIELDS = [...TEXTS, ...FIGURES] as const
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>

/** Adds a defibrillator that is not in the register. It is shown at once. */
export function AddDevice({ id, onClose }: { readonly id: string; onClose(): void }) {
  const commune = useQuery(recordOf(id)).data?.data
  const departement = commune?.departement
  const form = useRecord<undefined, Typed>({
    key: `commune ${id} device`,
    record: undefined,
    typedOf: () => Object.fromEntries(FIELDS.map(name => [name, ''])) as Typed,
    labels: t.devices.fields,
    check: typed => positionErrors(typed, departement),
    async send(typed, _, once) {
      const filled = FIELDS.filter(name => typed[name].trim() !== '')
      const sent = (name: (typeof FIELDS)[number]) =>
        FIGURES.some(figure => figure === name) ? figureIn(typed[name]) : typed[name].trim()
      await call('POST /api/v1/admin/communes/{id}/defibrillateurs', {
        params: { id },
        body: { overrides: Object.fromEntries(filled.map(name => [name, sent(name)])) },
        once,
      })
      await refresh(id)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.devices.add}
      about={t.devices.addAbout}
      onClose={onClose}
      keep={t.devices.notAdd}
      now={t.devices.send}
    >
      {TEXTS.map(name => (
        <Field key={name} {...form.field(name)} optional={name !== 'nom'} maxLength={300} />
      ))}
      <PlaceMap
        latitude={form.value.latitude}
        longitude={form.value.longitude}
        start={commune}
        departement={departement}
        onPick={form.type}
      />
      {FIGURES.map(name => (
        <Field key={name} {...form.field(name)} optional maxLength={300} inputMode="decimal" />
      ))}
    </FormDialog>
  )
}
