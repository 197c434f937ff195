import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { MEMBER_ROLES } from '../../../shared/words/access.ts'
import { inSentence } from '../../../shared/words/word.ts'
import type { User } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { Colleagues } from '../../kit/desk/mentions.tsx'
import { Notes } from '../../kit/desk/notes.tsx'
import { RecordPage } from '../../kit/record-page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Done } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import { useArrivalNotice } from '../arrival-notice.ts'
import { Access } from './access.tsx'
import { Name } from './name.tsx'
import { PersonalData } from './personal-data.tsx'
import { Roles } from './roles.tsx'
import { t } from './texts.ts'

/** The page of a person: roles, access, acteurs, notes, personal data. */
export function UserPage() {
  const { id } = useParams({ from: '/utilisateurs/$id' })
  const asked = reading('GET /api/v1/admin/users/{userId}', { params: { userId: id } })
  const query = useQuery(asked)
  const said = useArrivalNotice()
  const onChanged = async () => {
    // Not `refetch`: a withdrawn invitation leaves no user, and its page has been left by then.
    await client.invalidateQueries({ queryKey: asked.queryKey })
    void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/users'] })
  }
  const user = query.data?.data
  return (
    <RecordPage
      of={query}
      title={user ? (user.nom ?? user.email ?? t.nameless) : nouns.users}
      above={
        <>
          <Done>{said}</Done>
          <BackLink>
            <Link to="/utilisateurs">{t.back}</Link>
          </BackLink>
        </>
      }
    >
      {user && (
        <>
          <Pane part="who" name={t.who}>
            <Who user={user} onChanged={onChanged} />
          </Pane>
          <Notes
            key={id}
            id={id}
            read={(page, per_page, signal) =>
              call('GET /api/v1/admin/users/{userId}/notes', {
                params: { userId: id },
                query: { page, per_page },
                signal,
              })
            }
            colleagues={reading('GET /api/v1/admin/users/colleagues', {}) as Colleagues}
            add={(body, once) =>
              call('POST /api/v1/admin/users/{userId}/notes', { params: { userId: id }, body, once })
            }
            remove={noteId =>
              call('DELETE /api/v1/admin/users/{userId}/notes/{noteId}', { params: { userId: id, noteId } })
            }
          />
          <Pane part="roles" name={t.rolesTitle}>
            <Roles user={user} onChanged={onChanged} />
          </Pane>
          <Pane part="access" name={t.access}>
            <Access user={user} onChanged={onChanged} />
          </Pane>
          <Pane part="personal-data" name={t.data}>
            <PersonalData email={user.email ?? user.invited?.email} onChanged={onChanged} />
          </Pane>
        </>
      )}
    </RecordPage>
  )
}

function Who({ user, onChanged }: { readonly user: User; readonly onChanged: () => Promise<unknown> }) {
  const { id, email, created_at, last_seen_at, invited, acteurs } = user
  const when = (at: string) => moment(new Date(at), new Date())
  return (
    <Section title={t.who}>
      <Facts
        facts={[
          [contacts.email, email ?? invited?.email],
          [t.facts.since, when(created_at)],
          [t.facts.seen, last_seen_at ? when(last_seen_at) : t.never],
          [t.facts.invited, invited && (invited.at ? t.invitedAt(when(invited.at)) : t.invitedNever)],
          [
            t.acteursTitle,
            acteurs.length === 0
              ? t.noActeurs
              : acteurs
                  .map(({ nom, role }) => `${nom} (${inSentence(labelOf(MEMBER_ROLES[role]))})`)
                  .join(', '),
          ],
        ]}
      />
      <Name key={user.version} user={user} onChanged={onChanged} />
      <p className="row gap-6-20">
        <Link to="/journal" search={{ qui: id }}>
          {t.did}
        </Link>
        <Link to="/journal" search={{ sorte: 'user', element: id }}>
          {t.happened}
        </Link>
      </p>
    </Section>
  )
}
