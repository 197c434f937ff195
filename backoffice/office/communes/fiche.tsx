import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { CommuneRecord } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { recordOf, useSaving } from '../../kit/commune/saving.ts'
import { t as parts } from '../../kit/commune/texts.ts'
import { Stale } from '../../kit/forms/stale.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Unsaved, useKept } from '../../kit/ui/kept.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './communes.module.css'
import { t } from './texts.ts'

const TEXTS = ['nom', 'slug', 'code_insee', 'departement', 'region'] as const
const FIGURES = ['population', 'latitude', 'longitude'] as const
const NAMES = [...TEXTS, 'codes_postaux', ...FIGURES] as const
type Name = (typeof NAMES)[number]
type Typed = Readonly<Record<Name, string>>
const MOST: Partial<Record<Name, number>> = { nom: 200, slug: 100, code_insee: 5, departement: 3, region: 3 }

const typedOf = (commune: CommuneRecord): Typed =>
  Object.fromEntries(
    NAMES.map(name => {
      const value = commune[name]
      return [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]
    }),
  ) as Typed

/** What was changed of it, and nothing else: a field that somebody else changed meanwhile stays theirs. */
function changesOf(typed: Typed, known: Typed) {
  const changed = NAMES.filter(name => typed[name].trim() !== known[name])
  return Object.fromEntries(changed.map(name => [name, sentOf(name, typed[name].trim())]))
}

function sentOf(name: Name, text: string): unknown {
  if (name === 'codes_postaux') return text.split(/[\s,;]+/).filter(Boolean)
  if (FIGURES.some(figure => figure === name)) {
    const figure = Number(text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.'))
    return text === '' ? null : Number.isNaN(figure) ? text : figure
  }
  if (name === 'code_insee' || name === 'departement') return text.toUpperCase() || null
  return name === 'nom' || name === 'slug' ? text : text || null
}

const writtenOf = (commune: CommuneRecord) => ({
  ...typedOf(commune),
  mairie: commune.mairie_actor_id,
})

export function Fiche({ commune }: { readonly commune: CommuneRecord }) {
  // What the fields were filled with: read again meanwhile, it must not write over what is being typed.
  const kept = useKept(`commune ${commune.id}`, commune, writtenOf)
  const { base, value: typed } = kept
  const known = typedOf(base)
  const [stale, setStale] = useState<CommuneRecord>()
  const saving = useSaving(commune.id, 'fiche')
  const body = {
    ...changesOf(typed, known),
    ...(typed.mairie !== base.mairie_actor_id && { mairie_actor_id: typed.mairie }),
  }
  const isNothing = Object.keys(body).length === 0
  if (commune.versions.fiche > base.versions.fiche) kept.follow(commune)

  const send = async (version: number) => {
    const outcome = await saving.save(body, version, parts.saved)
    if (outcome === 'refused') return
    const { data } = await client.fetchQuery({ ...recordOf(commune.id), staleTime: 0 })
    if (outcome === 'stale') setStale(data)
    else kept.settle(data, typed)
  }
  const field = (name: Name) => (
    <Field
      key={name}
      label={t.fields[name]}
      hint={name in t.fieldHints ? t.fieldHints[name as keyof typeof t.fieldHints] : undefined}
      value={typed[name]}
      maxLength={MOST[name] ?? 400}
      inputMode={FIGURES.some(figure => figure === name) ? 'decimal' : undefined}
      onChange={event => kept.type({ [name]: event.currentTarget.value })}
      error={saving.errorAt(name)}
    />
  )
  return (
    <>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!saving.busy && !isNothing) void send(base.versions.fiche)
        }}
      >
        <Section title={t.part.fiche}>
          {kept.isUnsaved && <Unsaved onDrop={() => kept.fill(commune)} />}
          <div className={css.grid}>{NAMES.map(field)}</div>
          <Picker
            kind="acteurs"
            label={t.fields.mairie_actor_id}
            hint={t.hints.mairie}
            optional
            value={typed.mairie ?? undefined}
            onChange={id => kept.type({ mairie: id ?? null })}
          />
          {saving.error !== undefined && <Problem error={saving.error} />}
          <div role="status">{saving.said && isNothing && <Note tone="ok">{saving.said}</Note>}</div>
          {commune.successor === null && (
            <Actions>
              <Button look="primary" type="submit" off={saving.busy || isNothing}>
                {parts.save}
              </Button>
            </Actions>
          )}
        </Section>
      </form>
      {(commune.merged.length > 0 || commune.old_slugs.length > 0) && (
        <div className={css.below}>
          <Section title={t.mergers}>
            {commune.merged.length > 0 && (
              <p>
                {t.mergedHere}{' '}
                {commune.merged.map(({ id, nom }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <Link to="/communes/$id" params={{ id }}>
                      {nom}
                    </Link>
                  </span>
                ))}
              </p>
            )}
            {commune.old_slugs.length > 0 && <p>{t.oldSlugs(commune.old_slugs.join(', '))}</p>}
          </Section>
        </div>
      )}
      {stale && (
        <Stale
          theirs={linesOf(typedOf(stale), known)}
          mine={linesOf(typed, known)}
          onKeep={() => {
            setStale(undefined)
            kept.fill(stale)
          }}
          onInsist={() => {
            setStale(undefined)
            kept.insist(stale)
            void send(stale.versions.fiche)
          }}
        />
      )}
    </>
  )
}

const linesOf = (one: Typed, known: Typed) =>
  NAMES.filter(name => one[name].trim() !== known[name]).map(
    name => `${t.fields[name]}\u00a0: ${one[name].trim() || t.blank}`,
  )
