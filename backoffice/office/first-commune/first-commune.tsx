import { type ReactNode, useEffect, useRef, useState } from 'react'
import { browserSetting } from '../../kit/browser-setting.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Loading, Problem } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { AddSite } from './add-site.tsx'
import { ChooseCommune } from './choose-commune.tsx'
import { CreateTownHall } from './create-town-hall.tsx'
import css from './first-commune.module.css'
import { InviteSecretary } from './invite-secretary.tsx'
import { SeePage } from './see-page.tsx'
import { t } from './texts.ts'
import { type Opening, STEPS, type Step, useOpening } from './use-opening.ts'

/** Leads administrators through the opening of the first commune. */
export function FirstCommune() {
  const person = usePerson()
  return person && <OfPerson id={person.id} key={person.id} />
}

function OfPerson({ id }: { readonly id: string }) {
  const [elsewhere] = useState(() => browserSetting(`parvis.first-commune-elsewhere.${id}`, false))
  if (elsewhere.useIsOn())
    return (
      <p className="top-6">
        <Button look="link" onClick={() => elsewhere.turn(false)}>
          {t.title}
        </Button>
      </p>
    )
  return (
    <section className={`card stack gap-10 top-16 ${css.card}`} aria-labelledby="first-commune">
      <h2 id="first-commune">{t.title}</h2>
      <p className={css.soft}>{t.about}</p>
      <Pane part="first-commune" name={t.title}>
        <Steps />
      </Pane>
      <p className={`top-6 ${css.foot}`}>
        <Button look="link" onClick={() => elsewhere.turn(true)}>
          {t.elsewhere}
        </Button>
      </p>
    </section>
  )
}

function Steps() {
  const opening = useOpening()
  const { now } = opening
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<Step>(undefined)
  const isReady = !opening.isLoading
  // Not at first: whoever comes to the home reads it from its beginning.
  useEffect(() => {
    if (!isReady) return
    if (shown.current !== undefined && shown.current !== now) heading.current?.focus()
    shown.current = now
  }, [now, isReady])
  const { act, failure } = useActs()
  if (opening.error !== undefined)
    return <Problem error={opening.error} retry={() => void opening.reread()} />
  if (opening.isLoading && shown.current === undefined) return <Loading />
  return (
    <ol className={`stack top-6 ${css.steps}`}>
      {STEPS.map((step, at) => {
        const state = opening.stateOf(step)
        const isNow = state === 'now'
        return (
          <li className="flex gap-14" key={step} aria-current={isNow ? 'step' : undefined} data-state={state}>
            <span className={`stack soft bold ${css.mark}`} aria-hidden="true">
              {state === 'done' ? <Icon name="check" /> : at + 1}
            </span>
            <div className={css.step}>
              <h3 ref={isNow ? heading : undefined} tabIndex={-1}>
                {t.steps[step]}
                {state !== 'now' && <span className="unseen"> : {t.state[state]}</span>}
              </h3>
              <Summary step={step} opening={opening} onChange={() => act(() => opening.choose(null))} />
              {isNow && content(step, opening, () => void act(() => opening.pass(step)))}
              {isNow && failure}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The result of a finished step, or where a postponed one is done later. */
function Summary({
  step,
  opening,
  onChange,
}: {
  readonly step: Step
  readonly opening: Opening
  onChange(): void
}) {
  const { commune, mairie } = opening
  const state = opening.stateOf(step)
  if (state === 'later') return <p className={css.soft}>{t.later[step as keyof typeof t.later]}</p>
  if (state !== 'done') return null
  if (step === 'commune' && commune)
    return (
      <p className={css.soft}>
        {[commune.nom, commune.departement && `(${commune.departement})`].filter(Boolean).join(' ')}
        {!mairie && (
          <>
            {' '}
            <Button look="link" onClick={onChange}>
              {t.changeCommune}
            </Button>
          </>
        )}
      </p>
    )
  if (step === 'mairie' && mairie)
    return (
      <p className={css.soft} dir="auto">
        {mairie.nom}
      </p>
    )
  return <p className={css.soft}>{step === 'secretary' ? t.invited : step === 'site' ? t.siteAdded : ''}</p>
}

function content(step: Step, opening: Opening, onPass: () => void): ReactNode {
  const { commune, mairie } = opening
  const later = <Button onClick={onPass}>{t.putOff}</Button>
  if (step === 'commune') return <ChooseCommune onChoose={opening.choose} />
  if (!commune) return null
  if (step === 'mairie') return <CreateTownHall key={commune.id} commune={commune} onMade={opening.reread} />
  if (!mairie) return null
  if (step === 'secretary')
    return <InviteSecretary key={mairie.id} mairie={mairie} otherwise={later} onInvited={opening.reread} />
  if (step === 'site')
    return <AddSite key={mairie.id} mairie={mairie} commune={commune.id} otherwise={later} />
  return <SeePage commune={commune} onDone={onPass} />
}
