import { useState } from 'react'
import { PastDay, readPastDay } from '../../kit/desk/past-day.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { type DeskAddress, type Order, orderOf } from './address.ts'
import { t } from './dialogs-texts.ts'
import { t as texts } from './texts.ts'
import type { useTypes } from './words.ts'

/** The dialog of the filters and the order. Sets the address. */
export function Filters({
  address,
  types,
  onClose,
  onShowAll,
  go,
}: {
  readonly address: DeskAddress
  readonly types: ReturnType<typeof useTypes>
  onClose(): void
  onShowAll(): void
  go(change: Partial<DeskAddress>): void
}) {
  const [type, setType] = useState(address.type ?? '')
  const [order, setOrder] = useState<Order>(orderOf(address))
  const [commune, setCommune] = useState(address.commune)
  const [acteur, setActeur] = useState(address.acteur)
  const [author, setAuthor] = useState(address.auteur)
  const [source, setSource] = useState(address.source)
  const [from, setFrom] = useState(address.du ?? '')
  const [to, setTo] = useState(address.au ?? '')
  const [readFrom, readTo] = [readPastDay(from), readPastDay(to)]
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
    })
    onClose()
  }
  return (
    <Dialog title={t.filtering.title} onClose={onClose} onSubmit={submit}>
      <Select label={nouns.type} value={type} onChange={event => setType(event.currentTarget.value)}>
        <option value="">{t.filtering.any}</option>
        {types.map(({ id, nom }) => (
          <option key={id} value={id}>
            {nom}
          </option>
        ))}
      </Select>
      <Picker kind="communes" label={nouns.commune} optional value={commune} onChange={setCommune} />
      <Picker kind="acteurs" label={nouns.acteur} optional value={acteur} onChange={setActeur} />
      <Picker kind="users" label={texts.filters.author} optional value={author} onChange={setAuthor} />
      <Picker
        kind="importSources"
        label={texts.filters.source}
        optional
        value={source}
        onChange={setSource}
      />
      <PastDay label={texts.filters.from} typed={from} onType={setFrom} />
      <PastDay label={texts.filters.to} typed={to} onType={setTo} />
      <Select
        label={t.filtering.order}
        value={order}
        onChange={event => setOrder(event.currentTarget.value as Order)}
      >
        {Object.entries(texts.order).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </Select>
      <Acts>
        <Button
          onClick={() => {
            onShowAll()
            onClose()
          }}
        >
          {t.filtering.clear}
        </Button>
        <Button look="primary" type="submit">
          {actions.filter}
        </Button>
      </Acts>
    </Dialog>
  )
}
