import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../kit/api/queries.ts'
import { PastDay, readPastDay } from '../../kit/desk/past-day.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import type { JournalAddress } from './address.ts'
import { nameOfAction } from './sentences.ts'
import { t } from './texts.ts'

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
  const [action, setAction] = useState(address.action ?? '')
  const [person, setPerson] = useState(address.qui)
  const [request, setRequest] = useState(address.requete ?? '')
  const [from, setFrom] = useState(address.du ?? '')
  const [to, setTo] = useState(address.au ?? '')
  const [readFrom, readTo] = [readPastDay(from), readPastDay(to)]
  const submit = () => {
    if (readFrom === 'unknown' || readTo === 'unknown') return
    go({
      action: action || undefined,
      qui: person,
      requete: request.trim() || undefined,
      du: readFrom,
      au: readTo,
      page: undefined,
      ligne: undefined,
    })
    onClose()
  }
  const known = actions.some(one => one.action === action) || action === ''
  return (
    <Dialog title={t.filtering} onClose={onClose} onSubmit={submit}>
      <Select label={t.action} value={action} onChange={event => setAction(event.currentTarget.value)}>
        <option value="">{t.any}</option>
        {[...(known ? [] : [{ action }]), ...actions]
          .map(one => ({ value: one.action, name: nameOfAction(one.action) }))
          .sort((one, other) => one.name.localeCompare(other.name))
          .map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </Select>
      <Picker kind="users" label={t.person} optional value={person} onChange={setPerson} />
      <PastDay label={t.from} typed={from} onType={setFrom} />
      <PastDay label={t.to} typed={to} onType={setTo} />
      <Field
        label={t.request}
        hint={t.requestHint}
        optional
        value={request}
        autoComplete="off"
        onChange={event => setRequest(event.currentTarget.value)}
      />
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
