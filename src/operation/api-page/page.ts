import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../../kernel/http/etags.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { iconIn } from '../../place/assets.ts'
import { Html, html } from '../../place/html.ts'
import { GUIDES, type Guide, pathOfGuide } from './guides.ts'
import { contentsOf, guidePage, type ShownDocument } from './plain.ts'
import { type ComponentScript, componentScript } from './script.ts'

/**
 * The API page at `/docs`, and its guides, each made when it is first opened. The page is plain HTML until the script of the
 * component has come, which then takes its place.
 */
export function serveApiPage(server: FastifyInstance, documentOf: () => ShownDocument): void {
  const script = once(componentScript)
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
  servePage(server, '/docs/', async () => await apiPage(await script(), documentOf()))
  for (const guide of GUIDES) servePage(server, pathOfGuide(guide), () => guidePageOf(guide))
  server.get('/docs/js/:file', async (request, reply) => {
    const { path, bytes } = await script()
    const { file } = request.params as { file: string }
    // An older address, or that of another release while nodes are exchanged: their scripts do the same.
    if (!path.endsWith(`/${file}`)) {
      if (!/^scalar(?:\.[\da-f]{12})?\.js$/.test(file)) throw new Problem('not_found')
      return reply.header('cache-control', 'no-cache').redirect(path, 302)
    }
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': componentPolicy(),
      })
      .type('text/javascript; charset=utf-8')
      .send(await bytes())
  })
}

interface Page {
  readonly text: Html
  readonly policy: string
}

async function apiPage({ path }: ComponentScript, document: ShownDocument): Promise<Page> {
  const [start, style] = await Promise.all([read('start.js'), read('page.css')])
  const head = html`<script src="${path}" defer></script>${element('script', start)}`
  return {
    text: whole(`${document.info.title} API`, style, head, html`<div id="app">${contentsOf(document)}</div>`),
    policy: componentPolicy(start),
  }
}

async function guidePageOf(guide: Guide): Promise<Page> {
  const style = await read('page.css')
  return {
    text: whole(`${guide.title} · Parvis API`, style, '', await guidePage(guide)),
    policy: `default-src 'none'; style-src ${sourceOf(style)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
const element = (name: 'style' | 'script', text: string) => new Html(`<${name}>${text}</${name}>`)
const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const whole = (title: string, style: string, head: Html | '', body: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(iconIn('ardoise'))}">
${element('style', style)}${head}
</head>
<body>
${body}
</body>
</html>
`

/**
 * Nothing is loaded from elsewhere, and of scripts in the page only ours runs. The component writes its styles at run time, so
 * styles stay free.
 */
const componentPolicy = (...inline: readonly string[]) =>
  `default-src 'self'; script-src ${["'self'", ...inline.map(sourceOf)].join(' ')}; style-src 'self' 'unsafe-inline'; ` +
  "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

function servePage(server: FastifyInstance, path: string, make: () => Promise<Page>): void {
  const made = once(async () => {
    const { text, policy } = await make()
    const body = Buffer.from(text.toString())
    return { body, policy, etag: `W/"${hash('sha1', body, 'base64url')}"` }
  })
  server.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { body, policy, etag } = await made()
    reply
      .headers({ etag, 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
    return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  })
}

/** A failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
