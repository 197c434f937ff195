import { useRouter } from '@tanstack/react-router'
import type { Area } from '../../../shared/words/access.ts'
import type { View } from '../api/contract.ts'
import { call } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import { Close, Dialog } from '../ui/dialog.tsx'
import { Check, Field } from '../ui/field.tsx'
import { actions, common, nouns } from '../words/texts.ts'
import { reloadViews, viewedAt } from './saved.ts'
import { t } from './texts.ts'
import css from './views.module.css'

export function Save({ area, onClose }: { readonly area: Exclude<Area, 'dashboard'>; onClose(): void }) {
  const router = useRouter()
  const form = useRecord<undefined, { readonly nom: string; readonly shared: boolean }>({
    key: `view ${area}`,
    record: undefined,
    typedOf: () => ({ nom: '', shared: false }),
    labels: { nom: nouns.nom },
    check: ({ nom }) => ({ nom: nom.trim() === '' ? t.nomMissing : undefined }),
    async send({ nom, shared }) {
      await call('PUT /api/v1/admin/views', {
        body: { area, nom: nom.trim(), address: viewedAt(router.history.location.href), shared },
      })
      await reloadViews()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.saveTitle}
      about={t.saveAbout}
      onClose={onClose}
      keep={t.not}
      now={actions.save}
    >
      <Field {...form.field('nom')} maxLength={80} autoComplete="off" />
      <Check
        label={t.shared}
        checked={form.value.shared}
        onChange={event => form.type({ shared: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

export function Manage({ saved, onClose }: { readonly saved: readonly View[]; onClose(): void }) {
  const person = usePerson()
  const { act, failure } = useActs(reloadViews)
  const isMine = ({ by }: View) => by.id === person?.id
  const remove = ({ id }: View) => act(() => call('DELETE /api/v1/admin/views/{id}', { params: { id } }))
  return (
    <Dialog title={t.manageTitle} onClose={onClose} onSubmit={onClose}>
      <ul className={css.saved}>
        {saved.map(view => (
          <li className="flex middle apart anywhere gap-12" key={view.id}>
            <span>
              <b dir="auto">{view.nom}</b>
              {view.shared && (
                <small className="soft block">
                  {isMine(view) ? t.mineShared : t.by(view.by.nom ?? common.nameless)}
                </small>
              )}
            </span>
            {(isMine(view) || person?.roles.includes('admin')) && (
              <Button aria-label={t.delete(view.nom)} onClick={() => remove(view)}>
                {actions.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure}
      <Close />
    </Dialog>
  )
}
