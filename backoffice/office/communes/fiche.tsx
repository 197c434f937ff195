import { Link } from '@tanstack/react-router'
import { COMMUNE_FIELDS } from '../../../shared/fields/communes.ts'
import { namesOf, roomOf, typesOf } from '../../../shared/fields/field.ts'
import type { CommuneRecord } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { recordOf, refresh } from '../../kit/commune/api.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { changedFields } from '../../kit/forms/kept.ts'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, FieldRow } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { actions, common } from '../../kit/words/texts.ts'
import { Merger } from './merger.tsx'
import { t } from './texts.ts'

/** The town hall is picked, the others are typed. */
const { mairie_actor_id: _, ...TYPED } = COMMUNE_FIELDS
type Name = keyof typeof TYPED
const NAMES = namesOf(TYPED)
const isFigure = (name: Name) => /number|integer/.test(typesOf(TYPED[name]).join())
const isOptional = (name: Name) => /null|array/.test(typesOf(TYPED[name]).join())
interface Typed extends Readonly<Record<Name, string>> {
  readonly mairie_actor_id: string | undefined
}

const typedOf = (commune: CommuneRecord): Typed => ({
  ...(Object.fromEntries(
    NAMES.map(name => {
      const value = commune[name]
      return [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]
    }),
  ) as Record<Name, string>),
  mairie_actor_id: commune.mairie_actor_id ?? undefined,
})

function sentOf(name: keyof Typed, typed: string | undefined): unknown {
  const text = typed?.trim() ?? ''
  if (name === 'mairie_actor_id') return text || null
  if (name === 'codes_postaux') return text.split(/[\s,;]+/).filter(Boolean)
  if (isFigure(name)) {
    const figure = Number(text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.'))
    return text === '' ? null : Number.isNaN(figure) ? text : figure
  }
  if (name === 'code_insee' || name === 'departement') return text.toUpperCase() || null
  return typesOf(TYPED[name]).includes('null') ? text || null : text
}

export function Fiche({ commune }: { readonly commune: CommuneRecord }) {
  const newest = async () => (await client.fetchQuery({ ...recordOf(commune.id), staleTime: 0 })).data
  const form = useRecord<CommuneRecord, Typed>({
    key: `commune ${commune.id}`,
    record: commune,
    versionOf: ({ versions }) => versions.fiche,
    typedOf,
    labels: t.fields,
    async send(typed, base) {
      // Only what was changed: a field that a colleague changed meanwhile stays theirs.
      const changed = changedFields(typed, typedOf(base)).map(name => [name, sentOf(name, typed[name])])
      const body = { ...Object.fromEntries(changed), versions: { fiche: base.versions.fiche } }
      await call('PATCH /api/v1/admin/communes/{id}', { params: { id: commune.id }, body })
      await refresh(commune.id)
      return await newest()
    },
    reread: newest,
    say: (name, typed) => (name === 'mairie_actor_id' ? undefined : typed[name]),
  })
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        <Section title={t.part.fiche}>
          <FormHead of={form} />
          <FieldRow>
            {NAMES.map(name => (
              <Field
                key={name}
                {...form.field(name)}
                hint={t.fieldHints[name as keyof typeof t.fieldHints]}
                maxLength={roomOf(TYPED[name]) ?? 400}
                optional={isOptional(name)}
                inputMode={isFigure(name) ? 'decimal' : undefined}
              />
            ))}
          </FieldRow>
          <Picker
            kind="acteurs"
            label={t.fields.mairie_actor_id}
            hint={t.hints.mairie}
            optional
            value={form.value.mairie_actor_id}
            error={form.errors.mairie_actor_id}
            onChange={mairie_actor_id => form.type({ mairie_actor_id })}
          />
          <FormState of={form} saved={common.saved} />
          {commune.successor === null && (
            <Actions>
              <Button look="primary" type="submit" off={form.busy || !form.isTyped}>
                {actions.save}
              </Button>
            </Actions>
          )}
        </Section>
      </form>
      {commune.successor && <Merger commune={commune} />}
      {(commune.merged.length > 0 || commune.old_slugs.length > 0) && (
        <div className="top-16">
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
    </>
  )
}
