import { useActeur } from '../clerk/acteur.ts'
import { Rights } from '../clerk/home.tsx'
import { Page } from '../clerk/page.tsx'
import { t } from '../clerk/texts.ts'

export function Team() {
  const acteur = useActeur()
  return (
    <Page title={t.entries.equipe} about={acteur.nom}>
      <Rights acteur={acteur} />
    </Page>
  )
}
