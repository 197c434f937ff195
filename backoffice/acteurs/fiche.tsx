import { useState } from 'react'
import type { ActeurChanges, AdminActeur, Badge } from '../api/contract.ts'
import { Refused } from '../api/refused.ts'
import { call } from '../api/session.ts'
import { Notes } from '../desk/notes.tsx'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Check, Select } from '../ui/field.tsx'
import { Problem } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { readAgain } from './acteur.tsx'
import { told } from './create.tsx'
import { ContactFields, IdentityFields, sent, type Written, wrongNumbers } from './fields.tsx'
import { t } from './texts.ts'

interface Props {
  readonly acteur: AdminActeur
  say(text: string): void
}

/** What is written about it, saved section by section; and its switches, each at once. */
export const Fiche = ({ acteur, say }: Props) => (
  <>
    <Standing acteur={acteur} say={say} />
    <NotesOf id={acteur.id} />
    <Part
      acteur={acteur}
      say={say}
      title={t.identity}
      names={['nom', 'type', 'commune_id', 'siret', 'rna']}
    />
    <Part
      acteur={acteur}
      say={say}
      title={t.contacts}
      names={['telephone', 'email', 'site_web', 'adresse', 'description']}
    />
  </>
)

const writtenOf = (acteur: AdminActeur): Written => ({
  nom: acteur.nom,
  type: acteur.type,
  commune_id: acteur.commune_id ?? undefined,
  siret: acteur.siret ?? '',
  rna: acteur.rna ?? '',
  description: acteur.description ?? '',
  adresse: acteur.adresse ?? '',
  telephone: acteur.telephone ?? '',
  email: acteur.email ?? '',
  site_web: acteur.site_web ?? '',
})

function Part({
  acteur,
  say,
  title,
  names,
}: Props & { readonly title: string; readonly names: readonly (keyof Written)[] }) {
  const [value, setValue] = useState(() => writtenOf(acteur))
  const [version, setVersion] = useState(acteur.version)
  const [failure, setFailure] = useState<unknown>()
  const [stale, setStale] = useState(false)
  const isIdentity = names.includes('nom')
  const missing = {
    ...(isIdentity && value.nom.trim() === '' && { nom: t.nomMissing }),
    ...(isIdentity && wrongNumbers(value, true)),
  }
  const save = async (force = false) => {
    setFailure(undefined)
    setStale(false)
    if (Object.keys(missing).length > 0) return
    const all = Object.entries(sent(value)).filter(([name]) => names.some(one => one === name))
    try {
      const { data } = await call('PATCH /api/v1/admin/acteurs/{id}', {
        params: { id: acteur.id },
        body: Object.fromEntries(all) as ActeurChanges,
        version: force ? undefined : version,
      })
      setVersion(data.version)
      say(t.saved(title))
      await readAgain()
    } catch (error) {
      if (error instanceof Refused && error.code === 'stale_version') setStale(true)
      else setFailure(error)
    }
  }
  const fields = {
    value,
    errors: { ...told(failure) },
    onChange: (change: Partial<Written>) => setValue(before => ({ ...before, ...change })),
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Section title={title}>
        {isIdentity ? <IdentityFields {...fields} /> : <ContactFields {...fields} />}
        {failure !== undefined && Object.keys(told(failure)).length === 0 && <Problem error={failure} />}
        <Actions>
          <Button type="submit" off={acteur.deleted_at !== null}>
            {t.save}
          </Button>
        </Actions>
      </Section>
      {stale && (
        <Dialog
          title={t.stale.title}
          about={t.stale.about}
          onClose={() => setStale(false)}
          onSubmit={() => {
            setStale(false)
            setValue(writtenOf(acteur))
            void readAgain()
          }}
        >
          <Acts>
            <Button onClick={() => void save(true)}>{t.stale.mine}</Button>
            <Button look="primary" type="submit">
              {t.stale.theirs}
            </Button>
          </Acts>
        </Dialog>
      )}
    </form>
  )
}

const BADGES = ['officiel', 'verifie', 'partenaire'] as const satisfies readonly Badge[]

function Standing({ acteur, say }: Props) {
  const [failure, setFailure] = useState<unknown>()
  const params = { id: acteur.id }
  const off = acteur.deleted_at !== null
  const set = async (change: () => Promise<unknown>, what: string) => {
    setFailure(undefined)
    try {
      await change()
      say(t.saved(what))
    } catch (error) {
      setFailure(error)
    }
    await readAgain()
  }
  return (
    <Section title={t.standing}>
      <Check
        role="switch"
        label={t.switch.valide}
        hint={t.switch.valideHint}
        checked={acteur.valide}
        disabled={off}
        onChange={event => {
          const valide = event.currentTarget.checked
          void set(
            () => call('PATCH /api/v1/admin/acteurs/{id}/validate', { params, body: { valide } }),
            t.switch.valide,
          )
        }}
      />
      <Check
        role="switch"
        label={t.switch.active}
        hint={t.switch.activeHint}
        checked={acteur.active}
        disabled={off}
        onChange={event => {
          const active = event.currentTarget.checked
          void set(
            () => call('PATCH /api/v1/admin/acteurs/{id}/active', { params, body: { active } }),
            t.switch.active,
          )
        }}
      />
      <Check
        role="switch"
        label={t.switch.can_publish}
        hint={t.switch.can_publishHint}
        checked={acteur.can_publish}
        disabled={off}
        onChange={event => {
          const can_publish = event.currentTarget.checked
          void set(
            () => call('POST /api/v1/admin/acteurs/{id}/can-publish', { params, body: { can_publish } }),
            t.switch.can_publish,
          )
        }}
      />
      <Select
        label={t.badgeLabel}
        value={acteur.badge ?? ''}
        disabled={off}
        onChange={event => {
          const badge = BADGES.find(one => one === event.currentTarget.value) ?? null
          void set(
            () => call('PATCH /api/v1/admin/acteurs/{id}/badge', { params, body: { badge } }),
            t.badgeLabel,
          )
        }}
      >
        <option value="">{t.badge.none}</option>
        {BADGES.map(one => (
          <option key={one} value={one}>
            {t.badge[one]}
          </option>
        ))}
      </Select>
      {failure !== undefined && <Problem error={failure} />}
    </Section>
  )
}

const NotesOf = ({ id }: { readonly id: string }) => (
  <Notes
    id={id}
    read={(page, per_page, signal) =>
      call('GET /api/v1/admin/acteurs/{id}/notes', { params: { id }, query: { page, per_page }, signal })
    }
    add={(body, once) =>
      call('POST /api/v1/admin/acteurs/{id}/notes', { params: { id }, body: { body }, once })
    }
    remove={noteId => call('DELETE /api/v1/admin/acteurs/{id}/notes/{noteId}', { params: { id, noteId } })}
  />
)
