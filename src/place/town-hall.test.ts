import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

test('the register of councillors is named only where one of those shown comes from it', async () => {
  const app = await startApp()
  for (const [slug, registres] of [
    ['saisie', []],
    ['registre', ['maires']],
  ] as const) {
    const town = await make.commune(app, { slug })
    await app.owner.query(
      `insert into elus (commune_id, nom, prenom, fonction, cle, registres) values ($1, 'Petit', 'Anne', 'Maire', 'x', $2)`,
      [town, registres],
    )
    const text = await (await fetch(`${app.url}/place/${slug}/mairie`)).text()
    assert.match(text, /Anne Petit/)
    assert.equal(/Répertoire national des élus/.test(text), registres.length > 0, slug)
  }
})
