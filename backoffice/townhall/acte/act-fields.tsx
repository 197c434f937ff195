import type { ComponentProps, ReactNode } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { NATURES, type Nature } from '../../../shared/words/actes.ts'
import type { Fields } from '../../kit/forms/record.ts'
import { usePerson } from '../../kit/person.ts'
import { Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { mayHold, useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'

/** What the form of one act and that of a register share. */

interface Typed {
  readonly commune_id: string
  readonly nature: Nature
}
interface Props {
  readonly form: Pick<Fields<Typed>, 'field'>
  readonly hint?: string
}

/** The communes that the acteur is the town hall of. */
export function useOwnCommunes() {
  const { acteur_id, communes } = useActeur()
  const mairies = usePerson()?.mairies ?? []
  return communes.filter(({ id }) =>
    mairies.some(mairie => mairie.acteur_id === acteur_id && mairie.commune_id === id),
  )
}

/** Asked where the acteur is the town hall of several communes. */
export function CommuneField({ form }: Props) {
  const own = useOwnCommunes()
  if (own.length < 2) return null
  return (
    <Select {...form.field('commune_id')}>
      <Options of={own.map(({ id, nom }) => [id, nom])} />
    </Select>
  )
}

export const NatureField = ({ form, hint }: Props) => (
  <Select {...form.field('nature')} hint={hint}>
    <Options of={namesOf(NATURES).map(name => [name, labelOf(NATURES[name])])} />
  </Select>
)

/** A page for town halls that publish without review. */
export function ActPage({
  children,
  mayNot,
  ...page
}: Pick<ComponentProps<typeof Page>, 'title' | 'from'> & {
  readonly children: (acteurId: string) => ReactNode
  readonly mayNot: string
}) {
  const acteur = useActeur()
  const mayPublish = mayHold(acteur) && acteur.publishes_at_once
  return <Page {...page}>{mayPublish ? children(acteur.acteur_id) : <p className="top-18">{mayNot}</p>}</Page>
}
