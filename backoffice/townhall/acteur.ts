import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { MyMembership } from '../kit/api/contract.ts'
import { type Person, usePerson } from '../kit/person.ts'
import type { TownhallAddress } from './address.ts'

/** The acteur that the user writes for: that of the address, else the last chosen one. */

export type Acteur = MyMembership

const keyOf = ({ id }: Person) => `parvis.pour.${id}`

function remembered(person: Person): string | undefined {
  try {
    return localStorage.getItem(keyOf(person)) ?? undefined
  } catch {
    return undefined
  }
}

function remember(person: Person, acteur: string): void {
  try {
    localStorage.setItem(keyOf(person), acteur)
  } catch {
    // No localStorage: the address names the acteur.
  }
}

/** Undefined for a user without any acteur. */
function actingAs(person: Person | undefined, named: string | undefined): Acteur | undefined {
  if (!person) return undefined
  const find = (id: string | undefined) => person.acteurs.find(({ acteur_id }) => acteur_id === id)
  return find(named) ?? find(remembered(person)) ?? person.acteurs[0]
}

export function useActing() {
  const person = usePerson()
  const { pour } = useSearch({ strict: false }) as TownhallAddress
  const navigate = useNavigate()
  const acteur = actingAs(person, pour)
  const several = (person?.acteurs.length ?? 0) > 1
  const choose = (id: string) => {
    if (person) remember(person, id)
    void navigate({ to: '/espace', search: { pour: id } })
  }
  return { person, acteur, several, pour, choose }
}

/** With several acteurs, every address names one: a shared link opens the same one. */
export function useNamedInAddress(inHouse: boolean): void {
  const { person, acteur, several, pour } = useActing()
  const navigate = useNavigate()
  const id = acteur?.acteur_id
  useEffect(() => {
    if (!person || !id) return
    remember(person, id)
    if (several && inHouse && pour !== id)
      void navigate({ to: '.', search: before => ({ ...before, pour: id }), replace: true })
  }, [person, id, several, inHouse, pour, navigate])
}

/** Never undefined on a screen of this floor: the frame shows another page to a person without an acteur. */
export function useActeur(): Acteur {
  const { acteur } = useActing()
  if (!acteur) throw new Error('a screen of an acteur is shown to nobody else')
  return acteur
}

export const mayWrite = ({ role, permissions }: Pick<Acteur, 'role' | 'permissions'>): boolean =>
  role === 'owner' || permissions.includes('manage_publications')
export const mayPin = ({ role, permissions }: Pick<Acteur, 'role' | 'permissions'>): boolean =>
  role === 'owner' || permissions.includes('publish_publications')
/** Whether a town hall may hold publications of others for its commune. */
export const mayHold = (acteur: Acteur): boolean =>
  acteur.type === 'mairie' && mayWrite(acteur) && mayPin(acteur)
