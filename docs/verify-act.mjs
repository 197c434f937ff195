// node verify-act.mjs certificat.json [acte.pdf]: checks a certificate of an act without Parvis.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const must = (isTrue, what) => assert(isTrue, `FAUX : ${what}`)
const time = date => Math.round(Date.parse(date) / 1000)
const [, , file, pdf] = process.argv
const { acte, affichages, interruptions, horloge, lignes, sceaux } = JSON.parse(readFileSync(file))

// A seal is the hash of the seal before it and of the digests of its rows.
for (const { numero, precedent, hash, lignes } of sceaux)
  must(sha(Buffer.from(precedent, 'hex'), lignes.join('\n')) === hash, `sceau ${numero}`)
const sealed = new Map(sceaux.map(({ numero, lignes }) => [numero, lignes]))
for (const { sceau, ligne } of lignes)
  must(sceau === null || sealed.get(sceau)?.includes(sha(ligne)), `ligne hors du sceau : ${ligne}`)

// A row: id, seconds, user, app, request, network, action, entity, its id, before, after, key.
const rows = lignes.map(({ ligne }) => JSON.parse(ligne))
const own = rows.filter(([, , , , , , , entity, id]) => entity === 'acte' && id === acte.id)
must(own[0]?.[6] === 'acte.published', 'la ligne de la publication manque')
// Later rows say what was not known at first.
const { visible_le, lisible, ...first } = Object.assign({}, ...own.map(row => row[10]))
const said = { ...acte, sha256: acte.document.sha256, bytes: acte.document.octets }
for (const name in first) must(said[name] === first[name], `${name} n’est pas celui du journal`)
must(!pdf || sha(readFileSync(pdf)) === first.sha256, 'le PDF n’est pas celui qui a été publié')

// The trail says each time of the certificate, and the certificate each row of the trail.
const times = own.flatMap(row => [row[1], Date.parse(row[10].visible_le) / 1000])
for (const at of affichages.flatMap(({ du, au }) => (au ? [du, au] : [du])))
  must(
    times.some(one => Math.abs(one - time(at)) <= 1),
    `aucune ligne ne dit ${at}`,
  )
must(own.at(-1)[10].lisible === (affichages.at(-1)?.au === null), 'la fin n’est pas celle du journal')
for (const row of rows.filter(row => row[7] === 'uptime'))
  must(
    [...interruptions, ...horloge].some(({ du }) => du === row[10].du),
    `${row[10].du} est tu`,
  )
for (const { numero, hash } of sceaux) console.log(`Sceau ${numero} : ${hash}`)
console.log(lignes.some(({ sceau }) => sceau === null) ? 'Une ligne attend son sceau.' : 'Tout concorde.')
