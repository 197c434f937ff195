import { dayAsTyped } from '../../../shared/typed/day.ts'
import { t as team, WHOSE_NAMES } from '../../kit/desk/team-texts.ts'
import type { Whose } from '../../kit/desk/whose.ts'
import { DateField, pastDayErrors, pastDayIn } from '../../kit/forms/date-field.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Check, FieldRow, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import type { DeskAddress } from './address.ts'
import { t } from './dialogs-texts.ts'
import type { useTypes } from './facts.ts'
import { t as texts } from './texts.ts'

const typedOf = (address: DeskAddress) => ({
  type: address.type ?? '',
  commune: address.commune,
  acteur: address.acteur,
  auteur: address.auteur,
  retard: address.retard !== undefined,
  suivi: (address.suivi ?? '') as Whose | '',
  source: address.source,
  du: dayAsTyped(address.du),
  au: dayAsTyped(address.au),
  par: address.par,
  motif: address.motif ?? ('' as const),
  decide_du: dayAsTyped(address.decide_du),
  decide_au: dayAsTyped(address.decide_au),
})
type Typed = ReturnType<typeof typedOf>

/** The dialog of the filters. Sets the address. */
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
  const form = useRecord<DeskAddress, Typed>({
    // The address holds what is chosen.
    key: undefined,
    record: address,
    typedOf,
    labels: {
      type: nouns.type,
      suivi: team.whose,
      du: texts.filters.from,
      au: texts.filters.to,
      motif: texts.filters.reason,
      decide_du: texts.filters.decidedFrom,
      decide_au: texts.filters.decidedTo,
    },
    check(typed) {
      const { du, au } = pastDayErrors({ du: typed.decide_du, au: typed.decide_au })
      return { ...pastDayErrors(typed), decide_du: du, decide_au: au }
    },
    async send({ type, suivi, retard, du, au, motif, decide_du, decide_au, ...chosen }) {
      go({
        ...chosen,
        type: type || undefined,
        suivi: suivi || undefined,
        retard: retard ? 'oui' : undefined,
        du: pastDayIn(du),
        au: pastDayIn(au),
        motif: motif || undefined,
        decide_du: pastDayIn(decide_du),
        decide_au: pastDayIn(decide_au),
      })
      onClose()
    },
  })
  const { field, value: typed, type: choose } = form
  return (
    <Dialog title={t.filtering.title} onClose={onClose} onSubmit={form.submit}>
      <Select {...field('type')}>
        <Options none={t.filtering.any} of={types.map(({ id, nom }) => [id, nom])} />
      </Select>
      <Picker
        kind="communes"
        label={nouns.commune}
        value={typed.commune}
        onChange={commune => choose({ commune })}
      />
      <Picker
        kind="acteurs"
        label={nouns.acteur}
        value={typed.acteur}
        onChange={acteur => choose({ acteur })}
      />
      <Picker
        kind="users"
        label={texts.filters.author}
        value={typed.auteur}
        onChange={auteur => choose({ auteur })}
      />
      <Picker
        kind="importSources"
        label={texts.filters.source}
        value={typed.source}
        onChange={source => choose({ source })}
      />
      <Select {...field('suivi')}>
        <Options none={team.anybody} of={Object.entries(WHOSE_NAMES)} />
      </Select>
      <Check
        label={team.late}
        checked={typed.retard}
        onChange={event => choose({ retard: event.currentTarget.checked })}
      />
      <FieldRow>
        <DateField {...field('du')} past />
        <DateField {...field('au')} past />
      </FieldRow>
      <Picker
        kind="users"
        label={texts.filters.decider}
        value={typed.par}
        onChange={par => choose({ par })}
      />
      <FieldRow>
        <DateField {...field('decide_du')} past />
        <DateField {...field('decide_au')} past />
      </FieldRow>
      <Select {...field('motif')}>
        <Options none={t.filtering.any} of={Object.entries(texts.reasons)} />
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
