import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, progressCounter, say, textOf } from '../../kernel/commands/command.ts'
import { doorFor } from '../../kernel/fetch/fetch.ts'
import { BY_OPERATOR, recordOne } from '../../kernel/records/audit.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { letGo } from '../../media/reencoder.ts'
import { storeOf } from '../../media/which-store.ts'
import { writtenTo } from '../../operation/backup/backup.ts'
import { communeNamed } from '../../territory/communes/commune-file.ts'
import { isRegister, withRegister } from './acts-register.ts'
import { communeFile } from './export.ts'
import { type Imported, importCommune } from './import.ts'
import { type OtherSite, otherSite } from './other-sites.ts'
import { withCommuneFile } from './source.ts'

export const exportCommune = ({ config, queues, words: [ref = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const file = textOf(values.to)
    if (file === undefined) throw new Refusal('--to is missing: the file to write.')
    const refuse = () => {
      if (existsSync(file)) throw new Refusal(`${file} is there already: an export overwrites nothing.`)
    }
    refuse()
    const commune = await communeNamed(db.pool, ref)
    if (!commune)
      throw new Refusal(`There is no commune ${ref}: its INSEE code, or its slug where it has none.`)
    const { dataDir, version } = config
    const pieces = communeFile(ref, { db, dataDir, store: storeOf(config), version, now: new Date() })
    let bytes = 0
    const counted = async function* () {
      for await (const piece of pieces) {
        bytes += piece.length
        yield piece
      }
    }
    await writtenTo(resolve(file), counted(), refuse)
    await db.transaction(tx =>
      recordOne(tx, BY_OPERATOR, 'commune.exported', { id: commune.id, after: { bytes } }),
    )
    say(`${file}: ${commune.nom}, ${bytes} bytes. It holds no account and no secret.`)
  })

export const importFile = ({ config, queues, words: [file = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const trial = values.trial === true
    const progress = progressCounter('pictures and documents')
    const importing = {
      db,
      config,
      secrets: secretsFrom(secret, otherSecrets),
      trial,
      now: new Date(),
      progress,
    }
    try {
      if (await isZip(file)) {
        report(await withCommuneFile(file, source => importCommune(source, importing)), trial)
        return
      }
      const ref = textOf(values.insee)
      if (ref === undefined)
        throw new Refusal(`${file} is no file of a commune. An export of another site needs --insee CODE.`)
      const whose = { ref, acteur: textOf(values.acteur) }
      const bring = async ({ source, told }: OtherSite) => {
        report(await importCommune(source, importing), trial)
        for (const sentence of told) say(sentence)
      }
      if (!isRegister(file)) await bring(await otherSite(db.pool, file, whose))
      else {
        const door = doorFor(config, { debug: () => {}, warn: () => {} })
        await withRegister({ ...importing, door }, file, whose, bring)
      }
    } finally {
      progress()
      await letGo()
    }
  })

async function isZip(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Refusal(`There is no file ${path}.`)
  if (found.isDirectory()) return false
  const file = await open(path).catch(error => {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`)
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    // What is called a ZIP and is none is refused as one.
    return buffer.toString('latin1') === 'PK' || path.endsWith('.zip')
  } finally {
    await file.close()
  }
}

function report(
  { commune, acteurs, publications, files, redirects, unchanged, told }: Imported,
  trial: boolean,
): void {
  say(
    `${commune}: ${publications} publications, ${acteurs} acteurs, ${files} pictures and documents, ${redirects} former addresses ${trial ? 'would be added' : 'added'}.`,
  )
  if (unchanged.publications + unchanged.acteurs > 0)
    say(`Here already, and the same: ${unchanged.publications} publications, ${unchanged.acteurs} acteurs.`)
  for (const sentence of told) say(sentence)
  say(
    trial
      ? 'It was a trial: nothing was written.'
      : 'Nobody has an account by this: parvis member set gives the town hall its owner.',
  )
}
