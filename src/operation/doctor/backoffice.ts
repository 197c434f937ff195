import { stripVTControlCharacters } from 'node:util'
import type { Config } from '../../kernel/settings/config.ts'
import { buildApart, isUnreadable, keptBackoffice } from '../backoffice/build.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/**
 * Explains why the back-office is not served, since the API works without it. The build made for this check is
 * discarded.
 */
export async function backoffice(
  { backoffice, publicUrl }: Pick<Config, 'backoffice' | 'publicUrl'>,
  { kept, build, unreadable = isUnreadable }: Builds = { kept: keptBackoffice, build: buildApart },
  /** The health page only reports; `parvis doctor` also tries a build. */
  thorough = true,
): Promise<Finding> {
  if (backoffice === 'off')
    return ok('back-office', 'not served by this node: BACKOFFICE is off', explain('office_off'))
  // Only the pages need the root path; the API works below any.
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== '/')
    return wrong(
      'back-office',
      `its pages lie at / alone, and PUBLIC_URL is ${publicUrl}: give it a name of its own, or set BACKOFFICE=off`,
      explain('office_below_path'),
    )
  const files = await kept()
  if (files) return ok('back-office', `built, ${files.size} files`, explain('office_built'))
  if (await unreadable())
    return note(
      'back-office',
      'built, but this account may not read it (backoffice/.built), and builds it at each start: ' +
        '`npm run build` by the account that installed it mends that',
      explain('office_unreadable'),
    )
  try {
    if (thorough) await build()
    return note(
      'back-office',
      'not built yet: each start builds it, `npm run build` does it ahead',
      explain('office_not_built'),
    )
  } catch (error) {
    return wrong(
      'back-office',
      `cannot be built, the API works without it: ${inOneLine(error)}`,
      explain('office_broken'),
    )
  }
}

interface Builds {
  readonly kept: () => Promise<{ readonly size: number } | undefined>
  readonly build: () => Promise<unknown>
  readonly unreadable?: () => Promise<boolean>
}

const LONGEST = 400
const inOneLine = (error: unknown) =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
