import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { askedCommune } from '../../kit/asked-commune.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, TextArea } from '../../kit/ui/field.tsx'
import { Section } from '../../kit/ui/section.tsx'
import css from './claims.module.css'
import { type Choice, communeToChoose, FindActeur, FindCommune } from './find.tsx'
import { myClaims } from './my-claims.ts'
import { t } from './texts.ts'
import { ProveTownHall } from './town-hall.tsx'

/** Claims the page of an acteur: its commune, its name, then who the user is. */
export function AskForPage({ onSent }: { onSent(): void }) {
  const [chosen, setChosen] = useState<Choice>()
  const [slug] = useState(askedCommune)
  const asked = useQuery({
    ...reading('GET /api/v1/communes/{slug}', { params: { slug: slug ?? '' } }),
    enabled: slug !== undefined,
  })
  const [acteur, setActeur] = useState<Choice | 'new' | 'town hall'>()
  const [isAgain, setAgain] = useState(false)
  const commune = chosen ?? (isAgain || !asked.data ? undefined : communeToChoose(asked.data.data))
  return (
    <div className={`stack gap-16 top-18 ${css.form}`}>
      <h2>{t.form.title}</h2>
      <p>{t.form.about}</p>
      <Section title={t.form.commune}>
        {commune ? (
          <Chosen
            name={commune.nom}
            onChange={() => {
              setChosen(undefined)
              setAgain(true)
              setActeur(undefined)
            }}
          />
        ) : (
          <FindCommune
            again={isAgain}
            onChoose={choice => {
              setChosen(choice)
              setAgain(true)
            }}
          />
        )}
      </Section>
      {commune && acteur === 'town hall' && (
        <Section title={t.official.title(commune.nom)}>
          <ProveTownHall communeId={commune.id} onProven={onSent} />
          <Button look="link" onClick={() => setActeur(undefined)}>
            {t.form.another}
          </Button>
        </Section>
      )}
      {commune && typeof acteur !== 'string' && (
        <Section title={t.form.acteur}>
          {acteur ? (
            <Chosen name={acteur.nom} onChange={() => setActeur(undefined)} />
          ) : (
            <>
              <p>{t.official.ask}</p>
              <p>
                <Button onClick={() => setActeur('town hall')}>{t.official.begin}</Button>
              </p>
              <FindActeur communeId={commune.id} onChoose={setActeur} />
              <Button look="link" onClick={() => setActeur('new')}>
                {t.form.describe}
              </Button>
            </>
          )}
        </Section>
      )}
      {typeof acteur === 'object' && <Claim acteur={acteur} onSent={onSent} />}
      {commune && acteur === 'new' && <Describe commune={commune} />}
    </div>
  )
}

const Chosen = ({ name, onChange }: { readonly name: string; onChange(): void }) => (
  <p>
    <strong dir="auto">{name}</strong>{' '}
    <Button look="link" onClick={onChange}>
      {t.form.change}
    </Button>
  </p>
)

function Claim({ acteur, onSent }: { readonly acteur: Choice; onSent(): void }) {
  const email = usePerson()?.email
  const form = useRecord<undefined, { readonly message: string; readonly telephone: string }>({
    key: `demande ${acteur.id}`,
    record: undefined,
    typedOf: () => ({ message: '', telephone: '' }),
    labels: { message: t.form.message, telephone: t.form.telephone },
    check: ({ message }) => ({ message: message.trim() === '' ? t.form.messageMissing : undefined }),
    async send({ message, telephone }) {
      await call('POST /api/v1/claims', {
        body: { acteur_id: acteur.id, message: message.trim(), telephone: telephone.trim() || null },
      })
      await client.invalidateQueries({ queryKey: myClaims.queryKey })
      onSent()
    },
  })
  return (
    <Section title={t.form.claim}>
      <PageForm
        form={form}
        className="stack gap-14"
        save={t.form.send}
        above={email && <p className="soft second">{t.form.address(email)}</p>}
      >
        <TextArea {...form.field('message')} hint={t.form.messageHint} rows={5} maxLength={2000} autoFocus />
        <Field {...form.field('telephone')} optional type="tel" autoComplete="tel" maxLength={30} />
      </PageForm>
    </Section>
  )
}

/** An organisation without a page: a claim needs one, so the team is asked to make it. */
function Describe({ commune }: { readonly commune: Choice }) {
  const person = usePerson()
  const form = useRecord<
    undefined,
    { readonly nom: string; readonly adresse: string; readonly what: string }
  >({
    key: 'nouvelle page',
    record: undefined,
    typedOf: () => ({ nom: '', adresse: '', what: '' }),
    labels: { nom: t.form.nom, adresse: t.form.adresse, what: t.form.what },
    check: ({ nom, what }) => ({
      nom: nom.trim() === '' ? t.form.nomMissing : undefined,
      what: what.trim() === '' ? t.form.messageMissing : undefined,
    }),
    async send({ nom, adresse, what }) {
      await call('POST /api/v1/messages', {
        body: {
          subject: t.form.newSubject(nom.trim(), commune.nom),
          body: [adresse.trim(), what.trim()].filter(Boolean).join('\n\n'),
          email: person?.email ?? '',
          ...(person?.nom && { nom: person.nom }),
        },
      })
    },
  })
  return (
    <Section title={t.form.newTitle}>
      <p>{t.form.newAbout}</p>
      <PageForm form={form} className="stack gap-14" save={t.form.sendNew} saved={t.form.sentNew}>
        <Field {...form.field('nom')} maxLength={100} autoFocus />
        <Field {...form.field('adresse')} optional maxLength={300} />
        <TextArea {...form.field('what')} rows={5} maxLength={4000} />
      </PageForm>
    </Section>
  )
}
