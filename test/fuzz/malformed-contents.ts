import { END, each, HOST, JSON_TYPE, WRITE } from './pieces.ts'

const SINGLE = [
  'Authorization: Bearer TOKEN',
  'X-App-Source: backoffice',
  JSON_TYPE,
  'If-Match: "1"',
  'Idempotency-Key: k',
  'X-Request-Id: r',
  'Origin: http://parvis.test',
  'Content-Encoding: identity',
]
const twice = each(
  'twice',
  SINGLE,
  piece => `${WRITE}\r\n${piece}\r\n${piece}${END}`,
  piece => `${WRITE}\r\n${piece}\r\n${piece.toUpperCase()}x${END}`,
  piece =>
    `GET /api/v1/publications/types HTTP/1.1\r\n${HOST}\r\nX-App-Source: public\r\n${piece}\r\nA: b\r\n${piece.toLowerCase()}${END}`,
)

const bare = each(
  'bare line ends',
  [
    'GET / HTTP/1.1\nHost: a\n\n',
    'GET / HTTP/1.1\r\nHost: a\n\r\n',
    'GET / HTTP/1.1\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\rHost: a\r\r',
    'GET /\r\n\r\n',
    'GET / \r\n\r\n',
    'GET\r\n\r\n',
    '\r\n\r\n\r\nGET',
    'GET / HTTP/1.1\r\nHost: a',
    '\n\n\n\n',
  ],
  piece => piece,
  piece => `\r\n${piece}`,
)

const strangers = each(
  'another protocol',
  [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'SSH-2.0-OpenSSH_9.9\r\n',
    '\x05\x01\x00',
    '\x04\x01\x00P\x7f\x00\x00\x01\x00',
    'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n',
    '\r\n\r\n\x00\r\nQUIT\n',
    'EHLO parvis.test\r\n',
    'USER a\r\n',
    '*1\r\n$4\r\nPING\r\n',
    '\x00\x00\x00\x08\x04\xd2\x16\x2f',
    '\x00',
    '\xff'.repeat(5_000),
    'A'.repeat(100_000),
    '{"a":1}',
    '<?xml version="1.0"?>',
    '<policy-file-request/>\x00',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n',
    `GET /nowhere HTTP/1.1\r\n${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET /nowhere HTTP/1.1\r\n${HOST}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  ],
  piece => piece,
  piece => `${piece}GET / HTTP/1.1\r\n\r\n`,
)

const withBody = (body: string) => (type: string) =>
  `${WRITE}\r\n${type}\r\nContent-Length: ${body.length}${END}${body}`
const NAMED = '{"nom":"Sainte-Parole"}'
const types = each(
  'content type',
  [
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json;charset="iso-8859-1"',
    'application/json; charset=utf-7',
    'application/json, text/plain',
    'application/jsonp',
    'application/vnd.api+json',
    'text/plain',
    'text/json',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '*/*',
    'json',
    '',
    ';',
    '\xff',
  ]
    .map(type => `Content-Type: ${type}`)
    .concat([
      'A: b',
      ...['gzip', 'br', 'deflate', 'zstd', 'compress', 'x-gzip', 'gzip, gzip'].map(
        one => `${JSON_TYPE}\r\nContent-Encoding: ${one}`,
      ),
    ]),
  withBody(NAMED),
)
const bodies = each(
  'body',
  [
    '',
    ' ',
    '\xff',
    '\xfe\xff',
    '\xef\xbb\xbf',
    '\xef\xbb\xbf{}',
    '{"nom":"\xff"}',
    '{"nom":"\xc0\x80"}',
    '{"nom":"\xed\xa0\x80"}',
    '{"nom":"\xf4\x90\x80\x80"}',
    '{"nom":"\xc3"}',
    '{"\xff":1}',
    '{"nom":"\\ud800"}',
    '{"nom":"\\u0000"}',
    '{"nom":"a\x00"}',
    '{\x00',
    '{"nom":"a","nom":"b"}',
    '{"nom":"a","\\u006eom":"b"}',
    '{"nom":"a"}{"nom":"b"}',
    '{"nom":"a"},',
    "{'nom':'a'}",
    '{nom:"a"}',
    '[{"nom":"a"}]',
    'null',
    'true',
    '1',
    '"nom"',
    '{"__proto__":{"nom":"a"}}',
    '{"nom":1}',
    '{"nom":"a","population":1e400}',
    `${'['.repeat(100_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `{"nom":"${'a'.repeat(257 * 1024)}"}`,
  ],
  piece => withBody(piece)(JSON_TYPE),
  piece => `${WRITE}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked${END}${chunked(piece)}`,
)
function chunked(body: string): string {
  return body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

export const MALFORMED_CONTENTS = [...twice, ...bare, ...strangers, ...types, ...bodies]
