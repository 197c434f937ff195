import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamSettings } from '../../kit/api/contract.ts'
import { reading, readNow, refreshCounts } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormState, Unsaved } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Check, Field } from '../../kit/ui/field.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { actions, common } from '../../kit/words/texts.ts'
import css from './settings.module.css'
import { t } from './texts.ts'

const MOST_HOURS = 720
const settings = () => reading('GET /api/v1/admin/team-settings', {})

/** How the team works: the order of its queue, and within how long people are answered. */
export function TeamSettingsForm() {
  const { data, error, refetch } = useQuery(settings())
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  return <Form settings={data.data} />
}

const hoursIn = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

function Form({ settings }: { readonly settings: TeamSettings }) {
  const [saved, setSaved] = useState(false)
  const reread = async () => (await readNow('GET /api/v1/admin/team-settings', {})).data
  const form = useRecord<TeamSettings, { readonly urgent_first: boolean; readonly target_hours: string }>({
    key: 'team settings',
    record: settings,
    typedOf: ({ urgent_first, target_hours }) => ({
      urgent_first,
      target_hours: target_hours === null ? '' : `${target_hours}`,
    }),
    labels: { urgent_first: t.team.urgent, target_hours: t.team.target },
    check: ({ target_hours }) => {
      const hours = hoursIn(target_hours)
      const isRight = hours === null || (Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS)
      return { target_hours: isRight ? undefined : t.team.targetWrong }
    },
    async send({ urgent_first, target_hours }, { version }) {
      await call('PATCH /api/v1/admin/team-settings', {
        body: { urgent_first, target_hours: hoursIn(target_hours) },
        version,
      })
      await reread()
      await refreshCounts()
      setSaved(true)
    },
    reread,
    say: (name, typed) =>
      name === 'urgent_first' ? (typed.urgent_first ? common.yes : common.no) : typed.target_hours,
  })
  return (
    <form className={css.editor} noValidate onSubmit={form.onSubmit} onChange={() => setSaved(false)}>
      <Unsaved of={form} />
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
      <FormState of={form} />
      <p role="status" className={css.soft}>
        {saved && t.team.saved}
      </p>
      <Actions>
        <Button look="primary" type="submit" off={form.busy}>
          {actions.save}
        </Button>
      </Actions>
    </form>
  )
}
