import { useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { namedDay } from '../../kit/words/format.ts'
import { typedDay } from '../../kit/words/typed-date.ts'
import { type DeskAddress, NO_FILTERS, ORDERS, type Order, orderOf } from './address.ts'
import { t } from './dialogs-texts.ts'
import { useTypes } from './words.ts'

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
  const types = useTypes()
  const [type, setType] = useState(address.type ?? '')
  const [order, setOrder] = useState<Order>(orderOf(address))
  const [commune, setCommune] = useState(address.commune)
  const [acteur, setActeur] = useState(address.acteur)
  const [author, setAuthor] = useState(address.auteur)
  const [source, setSource] = useState(address.source)
  const [from, setFrom] = useState(address.du ?? '')
  const [to, setTo] = useState(address.au ?? '')
  const now = new Date()
  const day = (typed: string) =>
    typed.trim() === '' ? undefined : (typedDay(typed, now, 'last') ?? 'unknown')
  const [readFrom, readTo] = [day(from), day(to)]
  const submit = () => {
    if (readFrom === 'unknown' || readTo === 'unknown') return
    go({
      type: type || undefined,
      commune,
      acteur,
      auteur: author,
      source,
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
        {types.map(({ id, nom }) => (
          <option key={id} value={id}>
            {nom}
          </option>
        ))}
      </Select>
      <Picker kind="communes" label={t.filtering.commune} optional value={commune} onChange={setCommune} />
      <Picker kind="acteurs" label={t.filtering.acteur} optional value={acteur} onChange={setActeur} />
      <Picker kind="users" label={t.filtering.author} optional value={author} onChange={setAuthor} />
      <Picker kind="importSources" label={t.filtering.source} optional value={source} onChange={setSource} />
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
            go(NO_FILTERS)
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
