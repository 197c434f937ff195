import { namesOf } from '../../../shared/fields/field.ts'
import type { MemberPermission, MemberRole } from '../../kit/api/contract.ts'
import css from './team.module.css'
import { t } from './texts.ts'

/** The rights of a member as four levels. */

interface Rights {
  readonly role: MemberRole
  readonly permissions: readonly MemberPermission[]
}

const RIGHTS = {
  lead: { role: 'owner', permissions: [] },
  publish: { role: 'editor', permissions: ['manage_publications', 'publish_publications'] },
  write: { role: 'editor', permissions: ['manage_publications'] },
  read: { role: 'editor', permissions: [] },
} as const satisfies Readonly<Record<string, Rights>>
export type Level = keyof typeof RIGHTS
export const rightsOf = (level: Level): Rights => RIGHTS[level]

export function levelOf({ role, permissions }: Rights): Level {
  if (role === 'owner') return 'lead'
  if (!permissions.includes('manage_publications')) return 'read'
  return permissions.includes('publish_publications') ? 'publish' : 'write'
}

/** `atOnce`: publications of this acteur need no review. */
export const whatItDoes = (level: Level, atOnce: boolean): string =>
  level === 'publish' && !atOnce ? t.does.publishReviewed : t.does[level]

export const LevelChoice = ({
  value,
  atOnce,
  onChange,
}: {
  readonly value: Level
  readonly atOnce: boolean
  onChange(level: Level): void
}) => (
  <fieldset className={`stack gap-4 ${css.levels}`}>
    <legend>{t.rights}</legend>
    {namesOf(RIGHTS).map(level => (
      <label key={level} className="meant">
        <input type="radio" name="level" checked={level === value} onChange={() => onChange(level)} />
        <span>
          {t.level[level]}
          <small>{whatItDoes(level, atOnce)}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
