import { useQuery } from '@tanstack/react-query'
import type { TeamSettings } from '../../kit/api/contract.ts'
import { reading, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Check, Field } from '../../kit/ui/field.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

const MOST_HOURS = 720
const MOST_REPORTS = 1000
const settings = () => reading('GET /api/v1/admin/team-settings', {})

/** How the team works: the order of its queue, within how long people are answered, and when it gets a mail. */
export function TeamSettingsForm() {
  const { data, error, refetch } = useQuery(settings())
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  return <Form settings={data.data} />
}

const numberIn = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
const isUpTo = (most: number, typed: string): boolean => {
  const number = numberIn(typed)
  return number === null || (Number.isInteger(number) && number >= 1 && number <= most)
}

interface Typed {
  readonly urgent_first: boolean
  readonly target_hours: string
  readonly alert_reports: string
  readonly transparency_public: boolean
}

function Form({ settings }: { readonly settings: TeamSettings }) {
  const reread = async () => (await readNow('GET /api/v1/admin/team-settings', {})).data
  const form = useRecord<TeamSettings, Typed>({
    key: 'team settings',
    record: settings,
    typedOf: ({ urgent_first, target_hours, alert_reports, transparency_public }) => ({
      urgent_first,
      target_hours: `${target_hours ?? ''}`,
      alert_reports: `${alert_reports ?? ''}`,
      transparency_public,
    }),
    labels: {
      urgent_first: t.team.urgent,
      target_hours: t.team.target,
      alert_reports: t.team.alert,
      transparency_public: t.team.transparency,
    },
    check: ({ target_hours, alert_reports }) => ({
      target_hours: isUpTo(MOST_HOURS, target_hours) ? undefined : t.team.targetWrong,
      alert_reports: isUpTo(MOST_REPORTS, alert_reports) ? undefined : t.team.alertWrong,
    }),
    async send({ urgent_first, target_hours, alert_reports, transparency_public }, { version }) {
      await call('PATCH /api/v1/admin/team-settings', {
        body: {
          urgent_first,
          target_hours: numberIn(target_hours),
          alert_reports: numberIn(alert_reports),
          transparency_public,
        },
        version,
      })
      await reread()
      await refreshCounts()
    },
    reread,
    say: (name, typed) => {
      const value = typed[name]
      return typeof value === 'boolean' ? (value ? common.yes : common.no) : value
    },
  })
  return (
    <PageForm
      form={form}
      className="stack gap-12 wide"
      above={
        <p role="status" className="soft">
          {form.isSaved && common.saved}
        </p>
      }
    >
      <Check
        checked={form.value.urgent_first}
        onChange={event => form.type({ urgent_first: event.currentTarget.checked })}
        label={t.team.urgent}
        hint={t.team.urgentHint}
      />
      <Field
        {...form.field('target_hours')}
        hint={t.team.targetHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        optional
      />
      <Field
        {...form.field('alert_reports')}
        hint={t.team.alertHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        optional
      />
      <Check
        checked={form.value.transparency_public}
        onChange={event => form.type({ transparency_public: event.currentTarget.checked })}
        label={t.team.transparency}
        hint={t.team.transparencyHint}
      />
    </PageForm>
  )
}
