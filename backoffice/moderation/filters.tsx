import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { namedDay } from '../words/format.ts'
import { typedDay } from '../words/typed-date.ts'
import { type DeskAddress, ORDERS, type Order, orderOf } from './address.ts'
import { t } from './texts.ts'

/** Which of them, and in which order; all of it lands in the address. */
export function Filters({
  address,
  onClose,
  go,
}: {
  readonly address: DeskAddress
  onClose(): void
  go(change: Partial<DeskAddress>): void
}) {
  const types = useQuery({ ...reading('GET /api/v1/publications/types', {}), staleTime: 3_600_000 })
  const [type, setType] = useState(address.type ?? '')
  const [order, setOrder] = useState<Order>(orderOf(address))
  const [from, setFrom] = useState(address.du ?? '')
  const [to, setTo] = useState(address.au ?? '')
  const now = new Date()
  const day = (typed: string) => (typed.trim() === '' ? undefined : (typedDay(typed, now) ?? 'unknown'))
  const [readFrom, readTo] = [day(from), day(to)]
  const submit = () => {
    if (readFrom === 'unknown' || readTo === 'unknown') return
    go({
      type: type || undefined,
      tri: order === orderOf({ ...address, tri: undefined }) ? undefined : order,
      du: readFrom,
      au: readTo,
      page: undefined,
      item: undefined,
    })
    onClose()
  }
  const dayField = (label: string, value: string, set: (next: string) => void, read: string | undefined) => (
    <Field
      label={label}
      optional
      value={value}
      autoComplete="off"
      onChange={event => set(event.currentTarget.value)}
      error={read === 'unknown' ? t.scheduling.unknownDay : undefined}
      said={read && read !== 'unknown' ? namedDay(read) : undefined}
    />
  )
  return (
    <Dialog title={t.filtering.title} onClose={onClose} onSubmit={submit}>
      <Select label={t.filtering.type} value={type} onChange={event => setType(event.currentTarget.value)}>
        <option value="">{t.filtering.any}</option>
        {types.data?.data.map(({ id, nom }) => (
          <option key={id} value={id}>
            {nom}
          </option>
        ))}
      </Select>
      {dayField(t.filtering.from, from, setFrom, readFrom)}
      {dayField(t.filtering.to, to, setTo, readTo)}
      <Select
        label={t.filtering.order}
        value={order}
        onChange={event => setOrder(event.currentTarget.value as Order)}
      >
        {ORDERS.map(one => (
          <option key={one} value={one}>
            {t.order[one]}
          </option>
        ))}
      </Select>
      <Acts>
        <Button
          onClick={() => {
            go({
              type: undefined,
              commune: undefined,
              acteur: undefined,
              du: undefined,
              au: undefined,
              page: undefined,
            })
            onClose()
          }}
        >
          {t.filtering.clear}
        </Button>
        <Button look="primary" type="submit">
          {t.filtering.apply}
        </Button>
      </Acts>
    </Dialog>
  )
}
