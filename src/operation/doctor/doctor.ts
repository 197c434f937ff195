import { withOwner } from '../../foundation/command-line.ts'
import { type CommandInput, say as tellLine } from '../../kernel/commands/command.ts'
import { connect } from '../../kernel/db/database.ts'
import { unfit } from '../../kernel/db/server-state.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { letGo } from '../../media/reencoder.ts'
import { look } from './database.ts'
import { examine, whereDataLies } from './examine.ts'
import { explain } from './explanations.ts'
import { type Finding, wrong } from './finding.ts'
import { replicaFinding } from './replica.ts'

/** Checks configuration, connections and versions: one line each. Changes nothing. */
export const doctor = ({ config, values }: CommandInput) => {
  const tell = values.json === true ? inJson(config.version) : inLines
  const examined = withOwner(config, async ({ connection, replica, secret, otherSecrets, place }) => {
    const state = await look(connection)
    const useless = unfit(state)
    if (useless)
      return tell([whereDataLies(config, place), wrong('postgresql', useless, explain('server_unfit'))])
    const db = connect(connection)
    try {
      return tell(
        await examine({
          db,
          config,
          state,
          place,
          secrets: secretsFrom(secret, otherSecrets),
          replica: replica && (() => replicaFinding(connection, replica)),
          thorough: true,
        }),
      )
    } finally {
      await letGo()
      await db.close()
    }
  })
  if (values.json !== true) return examined
  // With --json, an unavailable database is reported as JSON too.
  return examined.catch(error => {
    if (!(error instanceof Refusal)) throw error
    return tell([wrong('postgresql', error.message, explain('server_away'))])
  })
}

/** Prints one line per finding; returns the exit code. */
function inLines(findings: readonly Finding[]): number {
  const width = Math.max(...findings.map(({ about }) => about.length))
  for (const { state, about, says } of findings)
    tellLine(`${state.padEnd(5)}  ${about.padEnd(width)}  ${says}`)
  return exitCode(findings)
}

/** For programs: keys and codes are stable, texts may change. */
const inJson =
  (parvis: string) =>
  (findings: readonly Finding[]): number => {
    const states = findings.map(({ state }) => state)
    const worst = ['wrong', 'note', 'ok'].find(state => states.includes(state as Finding['state']))
    tellLine(
      JSON.stringify({
        parvis,
        at: new Date().toISOString(),
        state: worst,
        findings: findings.map(({ about, state, says, explanation }) => ({
          about,
          state,
          says,
          code: explanation.code,
        })),
      }),
    )
    return exitCode(findings)
  }

const exitCode = (findings: readonly Finding[]) => (findings.some(({ state }) => state === 'wrong') ? 1 : 0)
