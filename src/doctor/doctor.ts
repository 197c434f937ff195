import { withOwner } from '../command-line.ts'
import { type CommandInput, say } from '../kernel/command.ts'
import { connect } from '../kernel/db/database.ts'
import { unfit } from '../kernel/db/server-state.ts'
import { replicaFinding } from '../replica.ts'
import { backoffice } from './backoffice.ts'
import { administrators, audit, communes, key } from './contents.ts'
import { look, migrations, rights, writes } from './database.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { failedMails, inboundMail, mail } from './mail.ts'
import { payment, paymentEvents, provider, proxies } from './outside.ts'
import { worker } from './worker.ts'

/** What is configured, reachable and outdated: one line each, and nothing is changed. */
export const doctor = ({ config }: CommandInput) =>
  withOwner(config, async ({ connection, replica, secret, place }) => {
    const state = await look(connection)
    const useless = unfit(state)
    if (useless) return tell([ok('data', place), wrong('postgresql', useless)])
    const db = connect(connection)
    try {
      const findings = [
        ok('data', place),
        ok('postgresql', `${state.version}, ${state.encoding}`),
        writes(state),
        ...(await Promise.all([
          migrations(db),
          rights(db),
          key(db, secret),
          administrators(db),
          communes(db),
          worker(db, config),
          audit(db),
          mail(config),
          failedMails(db),
          paymentEvents(db),
          provider(config),
          backoffice(config),
          ...(replica ? [replicaFinding(connection, replica)] : []),
        ])),
        inboundMail(config),
        payment(config),
        proxies(config),
      ]
      return tell(findings)
    } finally {
      await db.close()
    }
  })

/** A line each; the exit code. */
function tell(findings: readonly Finding[]): number {
  const width = Math.max(...findings.map(({ about }) => about.length))
  for (const { state, about, says } of findings) say(`${state.padEnd(5)}  ${about.padEnd(width)}  ${says}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}
