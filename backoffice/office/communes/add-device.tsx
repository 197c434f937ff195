import { useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { refresh } from '../../kit/commune/saving.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'

const FIELDS = ['nom', 'adresse', 'complement', 'latitude', 'longitude'] as const

/** Adds a defibrillator that is not in the register. It is shown at once. */
export function AddDevice({ id, onClose }: { readonly id: string; onClose(): void }) {
  const [typed, setTyped] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({})
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const details = error instanceof Refused ? error.details : []
  const figure = (text: string | undefined) => (text?.trim() ? Number(text.replace(',', '.')) : undefined)
  const send = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    const texts = Object.fromEntries(
      (['nom', 'adresse', 'complement'] as const).flatMap(field =>
        typed[field]?.trim() ? [[field, typed[field].trim()]] : [],
      ),
    )
    const place = { latitude: figure(typed.latitude), longitude: figure(typed.longitude) }
    try {
      await call('POST /api/v1/admin/communes/{id}/defibrillateurs', {
        params: { id },
        body: {
          overrides: {
            ...texts,
            ...(place.latitude !== undefined && { latitude: place.latitude }),
            ...(place.longitude !== undefined && { longitude: place.longitude }),
          },
        },
        once: crypto.randomUUID(),
      })
      await refresh(id)
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Dialog title={t.devices.add} about={t.devices.addAbout} onClose={onClose} onSubmit={send}>
      {error !== undefined && details.length === 0 && <Problem error={error} />}
      {FIELDS.map(field => (
        <Field
          key={field}
          label={t.devices.fields[field]}
          optional={field !== 'nom'}
          value={typed[field] ?? ''}
          maxLength={300}
          inputMode={field === 'latitude' || field === 'longitude' ? 'decimal' : undefined}
          onChange={event => setTyped({ ...typed, [field]: event.currentTarget.value })}
          error={details.find(({ path }) => path === `overrides.${field}`)?.message}
        />
      ))}
      <Acts>
        <Button onClick={onClose}>{t.devices.notAdd}</Button>
        <Button look="primary" type="submit" off={busy}>
          {t.devices.send}
        </Button>
      </Acts>
    </Dialog>
  )
}
