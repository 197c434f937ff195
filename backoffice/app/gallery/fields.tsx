import { useState } from 'react'
import { KEY_SCOPES, type KeyScope } from '../../../shared/words/api-keys.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { Choices } from '../../kit/ui/choices.tsx'
import { ChooseFile } from '../../kit/ui/choose-file.tsx'
import { EventDays } from '../../kit/ui/event-days.tsx'
import { Check, Field, PasswordField, Select, TextArea } from '../../kit/ui/field.tsx'
import { MeantChoice } from '../../kit/ui/meant-choice.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { type Chosen, PickSeveral } from '../../kit/ui/pick-several.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { Section } from '../../kit/ui/section.tsx'

/** An id that belongs to nothing. */
const GONE = '00000000-0000-7000-8000-000000000000'

const EVENT = {
  date_debut: '2099-12-03',
  heure_debut: '20:30',
  date_fin: null,
  heure_fin: null,
  dates: [],
}

/** `/gallery?commune=…`: a picker with a value from the address. */
const inAddress = () => new URLSearchParams(location.search).get('commune') ?? undefined

export function Fields() {
  const [commune, setCommune] = useState(inAddress())
  const [acteur, setActeur] = useState<string | undefined>(GONE)
  const [level, setLevel] = useState('')
  const [user, setUser] = useState<string>()
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['publications:read'])
  const [several, setSeveral] = useState<readonly Chosen[]>([{ id: GONE, nom: 'Orléans' }])
  return (
    <>
      <Section title="Field, PasswordField, TextArea, Select, Options">
        <Field label="Titre" hint="Ce que l’on lit d’abord." />
        <Field label="Jour" optional defaultValue="15 janvier" said="vendredi 15 janvier 2027" />
        <Field label="Adresse" defaultValue="zoe@" error="Cette adresse n’est pas complète." />
        <Field label="À lire seulement" readOnly defaultValue="ne change pas" />
        <PasswordField label="Mot de passe" defaultValue="un secret" autoComplete="off" />
        <PasswordField label="Mot de passe" error="Il en manque un peu." autoComplete="off" />
        <TextArea label="Message" rows={2} hint="Il sera lu tel quel." />
        <Select label="Type" optional>
          <Options
            none="Tous"
            of={[
              ['evenement', 'Agenda'],
              ['actualite', 'Actualité'],
            ]}
          />
        </Select>
      </Section>
      <Section title="Check">
        <Check label="Une case" hint="Envoyée par un bouton." />
        <Check label="Une case cochée" defaultChecked />
        <Check role="switch" label="Un interrupteur" hint="Vrai tout de suite." defaultChecked />
      </Section>
      <Section title="Choices">
        <Choices legend="Droits" words={KEY_SCOPES} chosen={scopes} error={undefined} onChange={setScopes} />
        <Choices
          legend="Droits"
          words={KEY_SCOPES}
          chosen={[]}
          error="Choisissez au moins un droit."
          onChange={() => {}}
        />
      </Section>
      <Section title="ChooseFile">
        <ChooseFile label="Choisir une image" accept="image/*" icon="picture" single onChoose={() => {}} />
        <ChooseFile label="Ajouter un document" accept="application/pdf" icon="book" onChoose={() => {}} />
      </Section>
      <Section title="MeantChoice">
        <MeantChoice
          label="Niveau de l’alerte"
          choices={ALERT_LEVELS}
          value={level}
          error={level ? undefined : 'Choisissez le niveau de l’alerte.'}
          onChange={({ currentTarget }) => setLevel(currentTarget.value)}
        />
      </Section>
      <Section title="Picker">
        <Picker kind="communes" label="Commune" optional value={commune} onChange={setCommune} />
        <Picker kind="acteurs" label="Acteur" value={acteur} onChange={setActeur} />
        <Picker kind="users" label="Personne" value={user} onChange={setUser} />
      </Section>
      <Section title="PickSeveral">
        <PickSeveral kind="communes" label="Ajouter une ville" chosen={several} onChange={setSeveral} />
        <PickSeveral
          kind="acteurs"
          label="Ajouter un acteur"
          none="Rien n’est choisi."
          chosen={[]}
          onChange={() => {}}
        />
      </Section>
      <Section title="EventDays">
        <EventDays of={EVENT} />
        <EventDays of={{ ...EVENT, dates: ['2099-12-10', '2099-12-17'] }} />
      </Section>
    </>
  )
}
