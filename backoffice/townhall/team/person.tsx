import type { Colleague } from '../../kit/api/contract.ts'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Face } from '../../kit/ui/face.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { date } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import { levelOf, whatItDoes } from './rights.tsx'
import css from './team.module.css'
import { t } from './texts.ts'

/** The action to confirm, and the member it is about. */
export interface Asked {
  readonly what: 'change' | 'remove' | 'hand' | 'leave'
  readonly who: Colleague
}

export const nameOf = ({ nom, email }: Pick<Colleague, 'nom' | 'email'>) => nom ?? email ?? common.nameless

/** A member, with their rights in words. */
export function Person({
  of,
  atOnce,
  leads,
  isAlone,
  onAsk,
}: {
  readonly of: Colleague
  readonly atOnce: boolean
  readonly leads: boolean
  /** The only owner. */
  readonly isAlone: boolean
  onAsk(asked: Asked): void
}) {
  const level = levelOf(of)
  const name = nameOf(of)
  const does = (what: Asked['what'], label: string, look?: 'bad') => (
    <Button {...(look && { look })} onClick={() => onAsk({ what, who: of })}>
      {label}
      {!of.myself && <span className="unseen">{name}</span>}
    </Button>
  )
  return (
    <li className="card">
      <Face name={name} />
      <div className={`stack gap-6 anywhere fits ${css.words}`}>
        <h2 dir="auto">
          {name} {of.myself && <small>({common.you})</small>}
        </h2>
        {of.nom !== null && of.email !== null && (
          <p className="soft second">
            <Address of={of.email} />
          </p>
        )}
        <p>
          <Chip tone={level === 'lead' ? 'info' : 'plain'}>{t.level[level]}</Chip>
        </p>
        {of.expected && (
          <p className="medium wait">
            <Icon name="clock" small /> {t.expected}
          </p>
        )}
        <p>{whatItDoes(level, atOnce)}</p>
        <p className="soft second">{t.since(date(new Date(of.created_at), new Date()))}</p>
        {of.myself && isAlone && <p className="soft second">{t.alone}</p>}
        <div className={`row gap-10 top-6 if-any ${css.acts}`}>
          {leads && !of.myself && does('change', t.change)}
          {leads && !of.myself && !of.expected && of.role !== 'owner' && does('hand', t.hand)}
          {leads && !of.myself && does('remove', t.remove, 'bad')}
          {of.myself && !isAlone && does('leave', t.leave, 'bad')}
        </div>
      </div>
    </li>
  )
}
