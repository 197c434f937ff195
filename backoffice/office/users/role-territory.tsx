import { useState } from 'react'
import type { Role } from '../../../shared/words/access.ts'
import type { User } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { type Chosen, PickSeveral } from '../../kit/ui/pick-several.tsx'
import { actions } from '../../kit/words/texts.ts'
import { t } from './texts.ts'
import css from './users.module.css'

export interface Territory {
  readonly epcis: readonly Chosen[]
  readonly communes: readonly Chosen[]
}

/** Where a role reaches, and the dialog that limits it. */
export function RoleTerritory({
  user,
  role,
  onChanged,
}: {
  readonly user: User
  readonly role: Role
  readonly onChanged: (notice: string) => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  const names = placesOf(user, role)
  return (
    <p className={`row middle soft anywhere ${css.territory}`}>
      <span dir="auto">{names.length === 0 ? t.everywhere : t.limitedTo(names)}</span>
      <Button look="quiet" aria-label={t.limitThis(t.role[role])} onClick={() => setOpen(true)}>
        {t.limit}
      </Button>
      {isOpen && (
        <TerritoryDialog user={user} role={role} onChanged={onChanged} onClose={() => setOpen(false)} />
      )}
    </p>
  )
}

function territoryOf(user: User, role: Role): Territory {
  const limits = user.territories.find(one => one.role === role)
  return {
    epcis: limits?.epcis.map(({ code, nom }) => ({ id: code, nom })) ?? [],
    communes: limits?.communes.map(({ id, nom }) => ({ id, nom })) ?? [],
  }
}

/** The names of the places; none: everywhere. */
export function placesOf(user: User, role: Role): readonly string[] {
  const { epcis, communes } = territoryOf(user, role)
  return [...epcis, ...communes].map(({ nom }) => nom)
}

function TerritoryDialog({
  user,
  role,
  onChanged,
  onClose,
}: Parameters<typeof RoleTerritory>[0] & { readonly onClose: () => void }) {
  const form = useRecord<User, Territory>({
    key: `territory ${user.id} ${role}`,
    record: user,
    typedOf: record => territoryOf(record, role),
    unmarked: ['epcis', 'communes'],
    async send({ epcis, communes }) {
      await call('POST /api/v1/admin/users/{userId}/roles', {
        params: { userId: user.id },
        body: { role, ...idsOf({ epcis, communes }) },
      })
      const names = [...epcis, ...communes].map(({ nom }) => nom)
      await onChanged(t.territorySaved(t.role[role], names))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.limitThis(t.role[role])}
      about={t.limitAbout}
      keep={actions.leave}
      now={actions.save}
      onClose={onClose}
    >
      <Places value={form.value} none={t.nowhereChosen} onChange={form.type} />
    </FormDialog>
  )
}

/** Picks intercommunalities and communes. `none`: what it means to pick neither. */
export function Places({
  value: { epcis, communes },
  none,
  onChange,
}: {
  readonly value: Territory
  readonly none: string
  readonly onChange: (change: Partial<Territory>) => void
}) {
  return (
    <>
      <PickSeveral kind="epcis" label={t.addEpci} chosen={epcis} onChange={epcis => onChange({ epcis })} />
      <PickSeveral
        kind="communes"
        label={t.addCommune}
        none={epcis.length === 0 ? none : undefined}
        chosen={communes}
        onChange={communes => onChange({ communes })}
      />
    </>
  )
}

export const idsOf = ({ epcis, communes }: Territory) => ({
  epcis: epcis.map(({ id }) => id),
  communes: communes.map(({ id }) => id),
})
