import { readFileSync } from 'node:fs'
import { Refusal } from '../refusals/refusal.ts'

/** Settings that may be in a file, `NAME_FILE`: secrets, and addresses with a password in them. */
const MAY_BE_IN_A_FILE =
  /(?:SECRETS?|SECRET_ALSO|PASSWORD|PASSPHRASE|API_KEY|ACCESS_KEY|METRICS_TOKEN|^DATABASE_URL|^DATABASE_READ_URL|^SMTP_URL)$/

/** The setting, or the one line of the file that `NAME_FILE` names: `LoadCredential` of systemd, secrets of containers. */
export function settingIn(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const given = env[name]
  const file = MAY_BE_IN_A_FILE.test(name) ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return given
  if (given) throw new Refusal(`${name} and ${name}_FILE: set one of them.`)
  let kept: string
  try {
    kept = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Refusal(`${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
  if (kept === '' || /[\r\n]/.test(kept)) throw new Refusal(`${name}_FILE must hold one line: ${file}.`)
  return kept
}
