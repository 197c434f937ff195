import { useState } from 'react'
import { notices } from '../../kit/browser-setting.ts'
import { Check } from '../../kit/ui/field.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { t } from './notices-texts.ts'

/** Whether this browser notifies the user about new work. The browser is asked by the click alone. */
export function Notices() {
  const isOn = notices.useIsOn()
  const [permission, setPermission] = useState(() =>
    'Notification' in window && isSecureContext ? Notification.permission : undefined,
  )
  const turn = async (on: boolean) => {
    if (!on) return notices.turn(false)
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer !== 'granted') return
    try {
      new Notification('Parvis', { body: t.shown, tag: 'parvis' })
      notices.turn(true)
    } catch {
      // Browsers of phones show notifications of installed apps alone.
      setPermission(undefined)
    }
  }
  return (
    <Section title={t.title}>
      {permission && (
        <Check
          role="switch"
          checked={isOn && permission === 'granted'}
          onChange={event => void turn(event.currentTarget.checked)}
          label={t.label}
          hint={t.hint}
        />
      )}
      <p role="status" className="top-16 soft">
        {permission === undefined ? t.unsupported : permission === 'denied' && t.denied}
      </p>
    </Section>
  )
}
