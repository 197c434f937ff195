import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { PublicationChanges as Changes, OwnPublication } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import type { useActs } from '../../kit/forms/acts.tsx'
import { ChooseMoment } from '../../kit/forms/choose-moment.tsx'
import { type PublicPage, publicPageOf } from '../../kit/place.ts'
import { Button, classOf, IconButton } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Menu, menuGrave } from '../../kit/ui/menu.tsx'
import { moment } from '../../kit/words/format.ts'
import { actions } from '../../kit/words/texts.ts'
import { mayPin, mayWrite, useActeur } from '../acteur.ts'
import { Cancel } from './cancel.tsx'
import css from './publications.module.css'
import { stateOf } from './state.ts'
import { t } from './texts.ts'
import { Transmission } from './transmission.tsx'

/** The actions on a publication that its `may` allows. */

interface Done {
  readonly text: string
  readonly undo?: (() => unknown) | undefined
  /** On the button of `undo`, where “Annuler” would read like cancelling again. */
  readonly undoLabel?: string | undefined
  /** Where residents see it. */
  readonly shown?: PublicPage | undefined
}

/** The notice of an action. */
export const noticeOf = ({ text, undo, undoLabel, shown }: Done) => (
  <p className={`row middle anywhere gap-8 medium round ${css.done}`}>
    <Icon name="check" /> <span>{text}</span>
    {shown && (
      <>
        <a href={shown.page} target="_blank" rel="noopener">
          {t.do.see}
        </a>
        <a href={shown.sheet} target="_blank" rel="noopener">
          {t.do.print}
        </a>
      </>
    )}
    {undo && (
      <Button look="link" onClick={undo}>
        {undoLabel ?? actions.undo}
      </Button>
    )}
  </p>
)

/** “« Vœux » est en ligne.” */
export function doneOf(publication: OwnPublication, now: Date): Done {
  const state = stateOf(publication, now)
  if (state === 'programmees')
    return {
      text: t.done.programmees(publication.title, moment(new Date(publication.publie_le ?? now), now)),
    }
  const shown = state === 'en_ligne' ? publicPageOf(publication.id) : undefined
  return { text: t.done[state](publication.title), shown }
}

/** After an action: other lists and counts show the publication too. */
export const readAgain = () => client.invalidateQueries()

const decide = (id: string, moderation_status: 'published' | 'rejected') =>
  call('PATCH /api/v1/publications/{id}/moderate', { params: { id }, body: { moderation_status } })
const change = (id: string, body: Changes) =>
  call('PATCH /api/v1/publications/{id}', { params: { id }, body })

export function RowActs({
  publication,
  acts: { act, confirm, tell },
}: {
  readonly publication: OwnPublication
  readonly acts: ReturnType<typeof useActs>
}) {
  const acteur = useActeur()
  const [moving, setMoving] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const [transmitting, setTransmitting] = useState(false)
  const { id, title, may, epingle, annule_le, leve_le, en_vigueur, acte } = publication
  const isAlert = publication.type.slug === 'alerte'
  const state = stateOf(publication, new Date())
  const noticeFor = (
    data: OwnPublication,
    said?: string,
    undo?: () => Promise<unknown>,
    undoLabel?: string,
  ) =>
    noticeOf({
      ...(said === undefined ? doneOf(data, new Date()) : { text: said }),
      undo: undo && (() => act(undo)),
      undoLabel,
    })
  const perform = (
    work: () => Promise<{ readonly data: OwnPublication }>,
    said?: string,
    undo?: () => Promise<unknown>,
  ) => act(work, ({ data }) => noticeFor(data, said, undo))
  const lift = (leve: boolean) =>
    perform(
      () => change(id, { leve }),
      leve ? t.done.lifted(title) : t.done.inForce(title),
      // Lifting unpins it.
      () => change(id, { leve: !leve, ...(leve && epingle && mayPin(acteur) && { epingle }) }),
    )
  const remove = () =>
    confirm({
      title: t.asked.delete(title),
      about: acte ? `${t.asked.acteAbout} ${t.asked.deleteAbout}` : t.asked.deleteAbout,
      keep: t.asked.deleteNot,
      now: t.asked.deleteDo,
      work: () => call('DELETE /api/v1/publications/{id}', { params: { id } }),
      done: noticeOf({ text: t.done.deleted(title) }),
    })
  const withdrawn = (data: OwnPublication) =>
    noticeFor(data, undefined, may.includes('publish') ? () => decide(id, 'published') : undefined)
  const withdraw = () => {
    const work = () => decide(id, 'rejected')
    if (!acte) return act(work, ({ data }) => withdrawn(data))
    return confirm({
      title: t.asked.withdraw(title),
      about: t.asked.acteAbout,
      keep: t.asked.withdrawNot,
      now: t.asked.withdrawDo,
      work,
      done: ({ data }) => withdrawn(data),
    })
  }
  /** After a dialog that has sent its own request. */
  const told = async (notice: ReactNode) => {
    await readAgain()
    tell(notice)
  }
  const isOwn = publication.acteur_id === acteur.acteur_id
  const isShown = state === 'en_ligne' || state === 'programmees'
  const isMovable =
    state === 'programmees' && may.includes('publish') && publication.moderation_by === 'member'
  const isCancellable = publication.date_debut !== null && !isAlert && (isShown || state === 'en_attente')
  const shown = state === 'en_ligne' ? publicPageOf(id) : undefined
  const isAgain = (state === 'refusees' || state === 'a_corriger') && may.includes('edit')
  if (!isOwn || may.length === 0) return null
  return (
    <>
      {may.includes('edit') && (
        <Link className={classOf()} to="/espace/ecrire" search={{ publication: id }}>
          {isAgain ? t.do.again : actions.edit}
        </Link>
      )}
      {may.includes('edit') && isShown && en_vigueur && (
        <Button onClick={() => lift(true)}>{t.do.lift}</Button>
      )}
      <Menu trigger={props => <IconButton icon="more" label={t.acts(title)} {...props} />}>
        {shown && (
          <>
            <a href={shown.page} target="_blank" rel="noopener">
              <Icon name="eye" /> {t.do.see}
            </a>
            {!acte && (
              <a href={shown.sheet} target="_blank" rel="noopener">
                <Icon name="book" /> {t.do.print}
              </a>
            )}
          </>
        )}
        {acte && acte.transmis_le === null && acteur.publishes_at_once && (
          <button type="button" onClick={() => setTransmitting(true)}>
            <Icon name="check" /> {t.do.transmit}
          </button>
        )}
        {isMovable && (
          <>
            <button
              type="button"
              onClick={() => perform(() => change(id, { publie_le: new Date().toISOString() }))}
            >
              <Icon name="check" /> {t.do.publishNow}
            </button>
            <button type="button" onClick={() => setMoving(true)}>
              <Icon name="clock" /> {t.do.move}
            </button>
          </>
        )}
        {(state === 'en_attente' || state === 'retirees') && may.includes('publish') && (
          <button type="button" onClick={() => perform(() => decide(id, 'published'))}>
            <Icon name="check" /> {state === 'retirees' ? t.do.publish : t.do.publishNow}
          </button>
        )}
        {isShown && !acte && mayPin(acteur) && (epingle || !isAlert || en_vigueur) && (
          <button
            type="button"
            onClick={() =>
              perform(
                () => change(id, { epingle: !epingle }),
                epingle ? t.done.unpinned(title) : t.done.pinned(title),
                () => change(id, { epingle }),
              )
            }
          >
            <Icon name="star" /> {epingle ? t.do.unpin : t.do.pin}
          </button>
        )}
        {may.includes('edit') && annule_le && (
          <button
            type="button"
            onClick={() => perform(() => change(id, { annule: false }), t.done.reinstated(title))}
          >
            <Icon name="check" /> {t.do.reinstate}
          </button>
        )}
        {may.includes('edit') && isCancellable && !annule_le && (
          <button type="button" onClick={() => setCancelling(true)}>
            <Icon name="cross" /> {t.do.cancel}
          </button>
        )}
        {may.includes('edit') && isShown && leve_le && (
          <button type="button" onClick={() => lift(false)}>
            <Icon name="warn" /> {t.do.inForce}
          </button>
        )}
        {!acte && mayWrite(acteur) && (
          <Link to="/espace/ecrire" search={{ copie: id }}>
            <Icon name="twins" /> {t.do.copy}
          </Link>
        )}
        {isShown && may.includes('reject') && (
          <button type="button" onClick={withdraw}>
            <Icon name="undo" /> {acte ? t.do.withdrawActe : t.do.withdraw}
          </button>
        )}
        {may.includes('delete') && (
          <button type="button" className={menuGrave} onClick={remove}>
            <Icon name="bin" /> {t.do.delete}
          </button>
        )}
      </Menu>
      {cancelling && (
        <Cancel
          of={publication}
          onClose={() => setCancelling(false)}
          onCancel={async annule_motif => {
            const { data } = await change(id, { annule: true, ...(annule_motif && { annule_motif }) })
            setCancelling(false)
            const undo = () => change(id, { annule: false })
            await told(noticeFor(data, t.done.cancelled(title), undo, t.done.undoCancelled))
          }}
        />
      )}
      {transmitting && (
        <Transmission
          of={publication}
          onClose={() => setTransmitting(false)}
          onSend={async transmis_le => {
            await call('PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/acte', {
              params: { acteurId: acteur.acteur_id, publicationId: id },
              body: { transmis_le },
            })
            setTransmitting(false)
            await told(noticeOf({ text: t.done.transmitted(title) }))
          }}
        />
      )}
      {moving && (
        <ChooseMoment
          of={id}
          planned={new Date(publication.publie_le ?? Date.now())}
          title={t.later.move}
          about={t.later.about}
          keep={t.later.moveNot}
          now={t.later.moveDo}
          onClose={() => setMoving(false)}
          onChoose={async publie_le => {
            const { data } = await change(id, { publie_le })
            setMoving(false)
            await told(noticeFor(data))
          }}
        />
      )}
    </>
  )
}
