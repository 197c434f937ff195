import { useQuery } from '@tanstack/react-query'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { t } from './texts.ts'

const hostsOf = (id: string) => reading('GET /api/v1/admin/communes/{id}/hosts', { params: { id } })

/** The hosts of a commune's own for its pages, for administrators. */
export function Hosts({ id, isLocked }: { readonly id: string; readonly isLocked: boolean }) {
  const { data, error, refetch } = useQuery(hostsOf(id))
  const saved = (now: typeof data) => client.setQueryData(hostsOf(id).queryKey, now)
  const form = useRecord<undefined, { readonly host: string }>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ host: '' }),
    labels: { host: t.hosts.host },
    check: ({ host }) => ({ host: host.trim() === '' ? t.hosts.missing : undefined }),
    async send({ host }) {
      saved(await call('POST /api/v1/admin/communes/{id}/hosts', { params: { id }, body: { host } }))
    },
  })
  const { act, failure } = useActs()
  const remove = (host: string) =>
    act(async () =>
      saved(await call('DELETE /api/v1/admin/communes/{id}/hosts/{host}', { params: { id, host } })),
    )
  return (
    <div className="top-16">
      <Section title={t.hosts.title}>
        <p>{t.hosts.about}</p>
        <NotYet data={data} error={error} refetch={refetch} />
        {data && data.data.length > 0 && (
          <ul className="stack gap-6">
            {data.data.map(({ host }, at) => (
              <li className="row middle apart anywhere gap-4-16" key={host}>
                <span>
                  {host} {at > 0 && <small>{t.hosts.leads(data.data[0]?.host ?? '')}</small>}
                </span>
                <Button look="quiet" icon="bin" onClick={() => remove(host)}>
                  {t.hosts.remove(host)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {failure}
        {!isLocked && (
          <form noValidate onSubmit={form.onSubmit}>
            <Field
              {...form.field('host')}
              hint={t.hosts.hint}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
            <FormState of={form} saved={t.hosts.saved} />
            <Actions>
              <Button type="submit" off={form.busy}>
                {t.hosts.add}
              </Button>
            </Actions>
          </form>
        )}
      </Section>
    </div>
  )
}
