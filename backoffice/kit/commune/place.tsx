import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { namesOf, roomOf } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { tintColours } from '../../../shared/tints.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { TEINTES, type Teinte } from '../../../shared/words/places.ts'
import type { CommunePlace, Image } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import type { Query } from '../api/send.ts'
import { call } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { FormHead, FormState } from '../forms/form-state.tsx'
import { changedFields } from '../forms/kept.ts'
import { useRecord } from '../forms/record.ts'
import { frontPageOf } from '../place.ts'
import { Button } from '../ui/button.tsx'
import { Check, TextArea } from '../ui/field.tsx'
import { NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { labelOf } from '../words/language.ts'
import { actions } from '../words/texts.ts'
import { useCommuneApi } from './api.ts'
import { Blason, type PendingCrop } from './blason.tsx'
import css from './place.module.css'
import { type CountedPage, t } from './place-texts.ts'

interface Shown {
  readonly commune: { readonly id: string; readonly nom: string }
  /** The acteur that owns the coat of arms. Absent where the person may upload nothing for it. */
  readonly mairie: string | undefined
  readonly isLocked: boolean
}

/** How the pages of a commune for residents look: for its town hall, and in the office. */
export function Place(props: Shown) {
  const { data, error, refetch } = useQuery(useCommuneApi().place(props.commune.id))
  return (
    <>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && <Look {...props} place={data.data} />}
    </>
  )
}

interface Typed {
  readonly teinte: Teinte
  readonly mot: string
  readonly ouverte: boolean
  readonly blason: Image | null
}

function Look({ commune, mairie, isLocked, place }: Shown & { readonly place: CommunePlace }) {
  const api = useCommuneApi()
  const form = useRecord<CommunePlace, Typed>({
    key: `place ${commune.id}`,
    record: place,
    typedOf,
    labels: { ...t.labels, blason: t.blason.title },
    async send(typed, base) {
      const wanted = {
        ...typed,
        mot: typed.mot.trim() || null,
        blason: typed.blason && { id: typed.blason.id },
      }
      const changed = changedFields(typed, typedOf(base)).map(name => [name, wanted[name]])
      const { data } = await api.savePlace(commune.id, Object.fromEntries(changed), base.version)
      client.setQueryData(api.place(commune.id).queryKey, { data })
      return data
    },
    reread: async () => (await client.fetchQuery({ ...api.place(commune.id), staleTime: 0 })).data,
    say: (name, typed) => (name === 'teinte' ? labelOf(TEINTES[typed.teinte]) : undefined),
  })
  const { value } = form
  const { act, confirm, busy, failure, dialog } = useActs()
  const [crop, setCrop] = useState<PendingCrop>()
  const save = async () => {
    await crop?.take()
    await form.submit()
  }
  const askToClose = async () => {
    const [alerts, events] = await Promise.all([
      countOf(commune.id, { en_vigueur: true }),
      countOf(commune.id, { from: dayOf(new Date()) }),
    ])
    confirm({
      title: t.close.title,
      about: t.close.about(alerts, events),
      keep: t.close.not,
      now: t.close.do,
      work: save,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) void act(form.base.ouverte && !value.ouverte ? askToClose : save)
  }
  const canSave = form.isTyped || crop !== undefined
  return (
    <div className={`stack at-top gap-24 ${css.beside}`}>
      <form noValidate onSubmit={submit}>
        <Section title={t.title}>
          <p className="soft second">{t.about}</p>
          {place.abonnes !== 0 && <p className="soft second">{t.subscribers(place.abonnes)}</p>}
          {place.appareils !== 0 && <p className="soft second">{t.devices(place.appareils)}</p>}
          <FormHead of={form} />
          <fieldset className={css.tints} disabled={isLocked}>
            <legend>{t.labels.teinte}</legend>
            {namesOf(TEINTES).map(name => (
              <label className="flex middle gap-8" key={name}>
                <input
                  type="radio"
                  name="teinte"
                  value={name}
                  checked={value.teinte === name}
                  onChange={() => form.type({ teinte: name })}
                />
                <span style={{ background: tintColours(name).light.accent }} />
                {labelOf(TEINTES[name])}
              </label>
            ))}
          </fieldset>
          <TextArea
            {...form.field('mot')}
            label={t.labels.mot}
            hint={t.motHint}
            rows={3}
            maxLength={roomOf(PLACE_FIELDS.mot)}
            readOnly={isLocked}
            optional
          />
          {!isLocked && (
            <Blason
              acteurId={mairie}
              blason={value.blason}
              onChange={blason => form.type({ blason })}
              onCrop={setCrop}
            />
          )}
          <Check
            label={t.open}
            hint={t.openHint}
            checked={value.ouverte}
            disabled={isLocked}
            onChange={event => form.type({ ouverte: event.currentTarget.checked })}
          />
          <FormState of={form} saved={t.saved} />
          {failure}
          {!isLocked && (
            <Actions>
              <Button look="primary" type="submit" off={busy || form.busy || !canSave}>
                {canSave ? actions.save : t.same}
              </Button>
            </Actions>
          )}
        </Section>
      </form>
      {dialog}
      <Preview nom={commune.nom} front={frontPageOf(place.slug)} isOpen={place.ouverte} value={value} />
    </div>
  )
}

const typedOf = ({ teinte, mot, ouverte, blason }: CommunePlace): Typed => ({
  teinte,
  mot: mot ?? '',
  ouverte,
  blason,
})

/** Public lists have no total: one page is counted. */
async function countOf(
  communeId: string,
  query: Query<'GET /api/v1/communes/{communeId}/publications'>,
): Promise<CountedPage> {
  const route = 'GET /api/v1/communes/{communeId}/publications'
  const { data, meta } = await call(route, { params: { communeId }, query: { ...query, per_page: 100 } })
  return { n: data.length, isMore: meta.has_more }
}

/** A drawing of the top of the page with what is typed, and a link to the page itself. */
function Preview({
  nom,
  front,
  isOpen,
  value: { teinte, mot, blason },
}: {
  readonly nom: string
  /** Undefined while the operator has switched the pages off. */
  readonly front: string | undefined
  readonly isOpen: boolean
  readonly value: Typed
}) {
  const { accent, on, tint } = tintColours(teinte).light
  return (
    <section className={`fits ${css.seen}`} aria-labelledby="place-seen">
      <h2 id="place-seen">{t.seen}</h2>
      <div className={`stack anywhere gap-12 ${css.card}`}>
        <p className={`flex middle gap-12 ${css.name}`}>
          {blason ? (
            <img src={blason.url} alt="" width="46" height="46" />
          ) : (
            <svg viewBox="0 0 32 36" aria-hidden="true">
              <path fill={accent} d="M1 1h30v19c0 8-7 12-15 15C8 32 1 28 1 20z" />
              <path
                fill="none"
                stroke={on}
                strokeWidth="1.8"
                strokeLinecap="round"
                strokeLinejoin="round"
                d="M6 23c3-3 5 0 8-2s5-1 8 1 3 1 5 0M8 27c3-2 5 0 8-1s5-1 8 0M10 18V11h3V8l3-3 3 3v3h3v7"
              />
            </svg>
          )}
          {nom}
        </p>
        {mot.trim() !== '' && <p dir="auto">{mot}</p>}
        <p className={css.sample} style={{ background: tint, color: accent }}>
          {t.sample}
        </p>
      </div>
      {!isOpen && <p className="soft second">{t.closed}</p>}
      {isOpen && front && (
        <p>
          <a href={front} target="_blank" rel="noopener">
            {t.visit}
          </a>{' '}
          <span className="soft second">{t.soon}</span>
        </p>
      )}
    </section>
  )
}
