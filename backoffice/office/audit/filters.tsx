import { useQuery } from '@tanstack/react-query'
import { namesOf } from '../../../shared/fields/field.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { AUDIT_DECISIONS, type AuditDecision } from '../../../shared/words/audit-decisions.ts'
import { reading } from '../../kit/api/queries.ts'
import { DateField, pastDayErrors, pastDayIn } from '../../kit/forms/date-field.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { labelOf } from '../../kit/words/language.ts'
import type { JournalAddress } from './address.ts'
import { nameOfAction } from './sentences.ts'
import { t } from './texts.ts'

const typedOf = (address: JournalAddress) => ({
  action: address.action ?? '',
  decision: (address.decision ?? '') as AuditDecision | '',
  qui: address.qui,
  cle: address.cle,
  requete: address.requete ?? '',
  du: dayAsTyped(address.du),
  au: dayAsTyped(address.au),
})
type Typed = ReturnType<typeof typedOf>

/** The dialog of the filters. Sets the address. */
export function Filters({
  address,
  onClose,
  onShowAll,
  go,
}: {
  readonly address: JournalAddress
  onClose(): void
  onShowAll(): void
  go(change: Partial<JournalAddress>): void
}) {
  const actions = useQuery(reading('GET /api/v1/admin/audit/actions', {})).data?.data ?? []
  const form = useRecord<JournalAddress, Typed>({
    // The address holds what is chosen.
    key: undefined,
    record: address,
    typedOf,
    labels: { action: t.action, decision: t.decision, du: t.from, au: t.to, requete: t.request },
    check: pastDayErrors,
    async send({ action, decision, qui, cle, requete, du, au }) {
      go({
        action: action || undefined,
        decision: decision || undefined,
        qui,
        cle,
        requete: requete.trim() || undefined,
        du: pastDayIn(du),
        au: pastDayIn(au),
        page: undefined,
        ligne: undefined,
      })
      onClose()
    },
  })
  const { field, value: typed, type } = form
  const known = actions.some(one => one.action === typed.action) || typed.action === ''
  return (
    <Dialog title={t.filtering} onClose={onClose} onSubmit={form.submit}>
      <Select {...field('action')}>
        <Options
          none={t.any}
          of={[...(known ? [] : [{ action: typed.action }]), ...actions]
            .map(({ action }) => [action, nameOfAction(action)] as const)
            .sort(([, one], [, other]) => one.localeCompare(other))}
        />
      </Select>
      <Select {...field('decision')}>
        <Options
          none={t.anyDecision}
          of={namesOf(AUDIT_DECISIONS).map(decision => [decision, labelOf(AUDIT_DECISIONS[decision])])}
        />
      </Select>
      <Picker kind="users" label={t.person} value={typed.qui} onChange={qui => type({ qui })} />
      <Picker kind="apiKeys" label={t.key} value={typed.cle} onChange={cle => type({ cle })} />
      <DateField {...field('du')} past />
      <DateField {...field('au')} past />
      <Field {...field('requete')} hint={t.requestHint} autoComplete="off" />
      <Acts>
        <Button
          onClick={() => {
            onShowAll()
            onClose()
          }}
        >
          {t.clear}
        </Button>
        <Button look="primary" type="submit">
          {t.apply}
        </Button>
      </Acts>
    </Dialog>
  )
}
