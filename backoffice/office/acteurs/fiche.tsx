import { useRef, useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { BADGES } from '../../../shared/words/acteurs.ts'
import type { ActeurChanges, AdminActeur } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Notes } from '../../kit/desk/notes.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Check, Select } from '../../kit/ui/field.tsx'
import { Unsaved, useKept } from '../../kit/ui/kept.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { useOneAtATime } from '../../kit/ui/one-at-a-time.ts'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { Removable } from '../moderation/illegal.tsx'
import css from './acteurs.module.css'
import { told } from './create.tsx'
import { ContactFields, IdentityFields, sent, type Written, wrongNumbers } from './fields.tsx'
import { readAgain } from './queries.ts'
import { isStale, newest, Stale } from './stale.tsx'
import { t } from './texts.ts'

interface Props {
  readonly acteur: AdminActeur
  say(text: string): void
}

/** What is written about it, saved section by section; and its switches, each at once. */
export const Fiche = ({ acteur, say }: Props) => (
  <>
    <Standing acteur={acteur} say={say} />
    <Face image={acteur.image} />
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
      names={['telephone', 'email', 'site_web', 'adresse', 'horaires', 'description']}
    />
  </>
)

/** Its picture: whoever moderates can remove it for legal reasons. */
function Face({ image }: Pick<AdminActeur, 'image'>) {
  const moderates = usePerson()?.areas.includes('moderation')
  if (!image) return null
  const shown = (
    <img
      className={css.face}
      src={image.url}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading="lazy"
    />
  )
  return (
    <Section title={t.picture}>
      {moderates ? <Removable address={image.url}>{shown}</Removable> : shown}
    </Section>
  )
}

const picked = <V extends object>(all: V, names: readonly PropertyKey[]): Partial<V> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Partial<V>

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
  horaires: acteur.horaires ?? '',
})

function Part({
  acteur,
  say,
  title,
  names,
}: Props & { readonly title: string; readonly names: readonly (keyof Written)[] }) {
  const kept = useKept(`acteur ${acteur.id} ${title}`, acteur, from => picked(writtenOf(from), names))
  const { base } = kept
  const value = { ...writtenOf(base), ...kept.value }
  const [failure, setFailure] = useState<unknown>()
  const [theirs, setTheirs] = useState<AdminActeur>()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  // What moved elsewhere on the page, or by a colleague, is no other section: only its own fields can be in the way.
  if (acteur.version > base.version) kept.follow(acteur)
  const isIdentity = names.includes('nom')
  const missing = {
    ...(isIdentity && value.nom.trim() === '' && { nom: t.nomMissing }),
    ...(isIdentity && wrongNumbers(value, true)),
  }
  const save = useOneAtATime(async (version: number) => {
    setFailure(undefined)
    setTheirs(undefined)
    setTried(true)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const { data } = await call('PATCH /api/v1/admin/acteurs/{id}', {
        params: { id: acteur.id },
        body: picked(sent(value), names) as ActeurChanges,
        version,
      })
      kept.settle(data, kept.value)
      say(t.saved(title))
      void readAgain()
    } catch (error) {
      if (isStale(error)) await newest(acteur.id).then(setTheirs, setFailure)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  })
  const fields = {
    value,
    errors: { ...(tried && missing), ...told(failure) },
    onChange: kept.type,
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save(base.version)
      }}
    >
      <Section title={title}>
        {kept.isUnsaved && <Unsaved onDrop={() => kept.fill(acteur)} />}
        {isIdentity ? <IdentityFields {...fields} /> : <ContactFields {...fields} />}
        {failure !== undefined && !names.some(name => name in told(failure)) && <Problem error={failure} />}
        <Actions>
          <Button type="submit" off={busy || acteur.deleted_at !== null}>
            {t.save}
          </Button>
        </Actions>
      </Section>
      {theirs && (
        <Stale
          lines={linesOf(theirs, value, names)}
          onKeep={() => {
            setTheirs(undefined)
            kept.fill(theirs)
            void readAgain()
          }}
          onInsist={() => void save(theirs.version)}
        />
      )}
    </form>
  )
}

const LABELS = { ...t.field, commune_id: t.field.commune }

/** What it is by now where that is not what somebody wrote; a commune by its name. */
const linesOf = (now: AdminActeur, value: Written, names: readonly (keyof Written)[]) => {
  const is = { ...writtenOf(now) }
  const shown = { ...is, type: t.type[now.type], commune_id: now.commune?.nom }
  return names
    .filter(name => is[name] !== value[name])
    .map(name => t.stale.line(LABELS[name], shown[name] || t.stale.nothing))
}

type Deciding = (version: number) => Promise<{ readonly data: AdminActeur }>

function Standing({ acteur, say }: Props) {
  const [failure, setFailure] = useState<unknown>()
  const [stale, setStale] = useState<{ readonly now: AdminActeur; again(): void }>()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const version = useRef(acteur.version)
  const params = { id: acteur.id }
  const off = acteur.deleted_at !== null
  /** One after the other: each is based on what the one before answered. */
  const set = (change: Deciding, what: string) => {
    const turn = async () => {
      setFailure(undefined)
      setStale(undefined)
      try {
        const { data } = await change(Math.max(version.current, acteur.version))
        version.current = data.version
        say(t.saved(what))
      } catch (error) {
        if (!isStale(error)) setFailure(error)
        else
          await newest(acteur.id).then(now => {
            version.current = now.version
            setStale({ now, again: () => set(change, what) })
          }, setFailure)
      }
      await readAgain()
    }
    line.current = line.current.then(turn)
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
          set(
            version =>
              call('PATCH /api/v1/admin/acteurs/{id}/validate', { params, body: { valide }, version }),
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
          set(
            version => call('PATCH /api/v1/admin/acteurs/{id}/active', { params, body: { active }, version }),
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
          set(
            version =>
              call('POST /api/v1/admin/acteurs/{id}/can-publish', { params, body: { can_publish }, version }),
            t.switch.can_publish,
          )
        }}
      />
      <Select
        label={t.badgeLabel}
        value={acteur.badge ?? ''}
        disabled={off}
        onChange={event => {
          const badge = namesOf(BADGES).find(one => one === event.currentTarget.value) ?? null
          set(
            version => call('PATCH /api/v1/admin/acteurs/{id}/badge', { params, body: { badge }, version }),
            t.badgeLabel,
          )
        }}
      >
        <option value="">{t.badge.none}</option>
        {namesOf(BADGES).map(one => (
          <option key={one} value={one}>
            {t.badge[one]}
          </option>
        ))}
      </Select>
      {failure !== undefined && <Problem error={failure} />}
      {stale && (
        <Stale lines={standingOf(stale.now)} onKeep={() => setStale(undefined)} onInsist={stale.again} />
      )}
    </Section>
  )
}

const standingOf = ({ valide, active, can_publish, badge }: AdminActeur) => [
  ...Object.entries({ valide, active, can_publish }).map(([name, on]) =>
    t.stale.line(t.switch[name as 'valide'], on ? t.stale.yes : t.stale.no),
  ),
  t.stale.line(t.badgeLabel, t.badge[badge ?? 'none']),
]

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
