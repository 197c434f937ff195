import { useRef, useState } from 'react'
import { namesOf, picked } from '../../../shared/fields/field.ts'
import { BADGES } from '../../../shared/words/acteurs.ts'
import type { ActeurChanges, AdminActeur } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { Colleagues } from '../../kit/desk/mentions.tsx'
import { Notes } from '../../kit/desk/notes.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { sendOnNewest } from '../../kit/forms/newest.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { t as said } from '../../kit/forms/texts.ts'
import { VersionConflict } from '../../kit/forms/version-conflict.tsx'
import { usePerson } from '../../kit/person.ts'
import { Check, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { common, nouns } from '../../kit/words/texts.ts'
import { Removable, Removables } from '../moderation/illegal.tsx'
import css from './acteurs.module.css'
import {
  CONTACTS,
  ContactFields,
  IDENTITY,
  IdentityFields,
  sent,
  type Written,
  writtenOf,
  wrongContacts,
  wrongNumbers,
} from './fields.tsx'
import { newest, readAgain } from './queries.ts'
import { t } from './texts.ts'

interface Props {
  readonly acteur: AdminActeur
  say(text: string): void
}

/** The record of an acteur: fields saved by section, and switches saved at once. */
export const Fiche = ({ acteur, say }: Props) => (
  <>
    <Standing acteur={acteur} say={say} />
    <Face image={acteur.image} />
    <NotesOf id={acteur.id} />
    <Part acteur={acteur} say={say} title={t.identity} names={IDENTITY} />
    <Part acteur={acteur} say={say} title={t.contacts} names={CONTACTS} />
  </>
)

/** The picture of the acteur. Moderators can remove it for legal reasons. */
function Face({ image }: Pick<AdminActeur, 'image'>) {
  const moderates = usePerson()?.areas.includes('moderation')
  // Stays after a removal, and says what to purge.
  const [had, setHad] = useState(false)
  if (!had && image) setHad(true)
  if (!had) return null
  const shown = image && (
    <img
      className={`block round ${css.face}`}
      src={image.url}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading="lazy"
    />
  )
  return (
    <Section title={t.picture}>
      <Removables>
        {image && moderates ? <Removable address={image.url}>{shown}</Removable> : shown}
      </Removables>
    </Section>
  )
}

function Part({
  acteur,
  say,
  title,
  names,
}: Props & { readonly title: string; readonly names: readonly (keyof Written)[] }) {
  const isIdentity = names.includes('nom')
  const form = useRecord<AdminActeur, Written>({
    key: `acteur ${acteur.id} ${title}`,
    record: acteur,
    // Only the fields of this section: a change of the other section is no conflict.
    typedOf: from => picked(writtenOf(from), names) as Written,
    labels: t.field,
    check: value => ({
      ...(isIdentity && value.nom.trim() === '' && { nom: common.nomMissing }),
      ...(isIdentity ? wrongNumbers(value, true) : wrongContacts(value)),
    }),
    async send(value, base) {
      const { data } = await call('PATCH /api/v1/admin/acteurs/{id}', {
        params: { id: acteur.id },
        body: picked(sent({ ...writtenOf(base), ...value }), names) as ActeurChanges,
        version: base.version,
      })
      say(t.saved(title))
      void readAgain()
      return data
    },
    reread: () => newest(acteur.id),
    say(name, value, from) {
      if (name === 'commune_id') return from?.commune?.nom
      return name === 'type' ? t.type[value.type] : value[name]
    },
  })
  return (
    <PageForm
      form={form}
      title={title}
      look="plain"
      off={acteur.deleted_at !== null || !acteur.may.includes('describe')}
    >
      {isIdentity ? <IdentityFields form={form} /> : <ContactFields form={form} />}
    </PageForm>
  )
}

type Standings = Pick<AdminActeur, 'valide' | 'active' | 'can_publish' | 'badge'>
type Deciding = (version: number) => Promise<{ readonly data: AdminActeur }>

function Standing({ acteur, say }: Props) {
  const [held, setHeld] = useState<{ readonly now: AdminActeur; choose(insists: boolean): void }>()
  // Each change needs the version that the one before returned.
  const { actInTurn, failure } = useActs(readAgain)
  /** The switches as the person knows them: the page may not have read what was changed here, or shown by a conflict. */
  const known = useRef(acteur)
  const params = { id: acteur.id }
  const off = acteur.deleted_at !== null || !acteur.may.includes('govern')
  const insistsOn = async (now: AdminActeur): Promise<boolean> => {
    const insists = await new Promise<boolean>(choose => setHeld({ now, choose }))
    setHeld(undefined)
    return insists
  }
  const set = (wanted: Partial<Standings>, change: Deciding, what: string) => {
    const names = namesOf(wanted)
    const send = async (): Promise<void> => {
      // Not the record that was read since the click: a colleague may have changed the same switch.
      const seen = known.current.version < acteur.version ? acteur : known.current
      let isSentAgain = false
      const outcome = await sendOnNewest(seen, {
        send: ({ version }) => change(version),
        reread: () => newest(acteur.id),
        follow(now, before) {
          isSentAgain = true
          return names.every(name => now[name] === before[name] || now[name] === wanted[name])
        },
      })
      if ('reply' in outcome) {
        // The reply to a change sent again holds a colleague's: the old version lets the next change meet that one.
        known.current = isSentAgain ? { ...seen, ...wanted } : outcome.reply.data
        return say(t.saved(what))
      }
      known.current = outcome.theirs
      if (await insistsOn(outcome.theirs)) await send()
    }
    void actInTurn(send)
  }
  return (
    <Section title={nouns.state}>
      <Check
        role="switch"
        label={t.switch.valide}
        hint={t.switch.valideHint}
        checked={acteur.valide}
        disabled={off}
        onChange={event => {
          const valide = event.currentTarget.checked
          set(
            { valide },
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
            { active },
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
            { can_publish },
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
            { badge },
            version => call('PATCH /api/v1/admin/acteurs/{id}/badge', { params, body: { badge }, version }),
            t.badgeLabel,
          )
        }}
      >
        <Options none={t.badge.none} of={namesOf(BADGES).map(one => [one, t.badge[one]])} />
      </Select>
      {failure}
      {held && (
        <VersionConflict
          theirs={standingOf(held.now)}
          onKeep={() => held.choose(false)}
          onInsist={() => held.choose(true)}
        />
      )}
    </Section>
  )
}

const standingOf = ({ valide, active, can_publish, badge }: Standings) => [
  ...Object.entries({ valide, active, can_publish }).map(([name, on]) =>
    said.line(t.switch[name as 'valide'], on ? common.yes : common.no),
  ),
  said.line(t.badgeLabel, t.badge[badge ?? 'none']),
]

const NotesOf = ({ id }: { readonly id: string }) => (
  <Notes
    id={id}
    read={(page, per_page, signal) =>
      call('GET /api/v1/admin/acteurs/{id}/notes', { params: { id }, query: { page, per_page }, signal })
    }
    colleagues={reading('GET /api/v1/admin/claims/colleagues', {}) as Colleagues}
    add={(body, once) => call('POST /api/v1/admin/acteurs/{id}/notes', { params: { id }, body, once })}
    remove={noteId => call('DELETE /api/v1/admin/acteurs/{id}/notes/{noteId}', { params: { id, noteId } })}
  />
)
