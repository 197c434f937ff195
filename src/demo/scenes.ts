import sharp from 'sharp'

/** Pictures of the demo, drawn: no photograph of anybody is needed. */

type Drawing = string

const W = 1200
const H = 800
const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`
const sky = (top: string, bottom: string) =>
  `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>${rect(0, 0, W, H, 'url(#sky)')}`
const times = (count: number, draw: (at: number) => Drawing) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

/** A person in the distance. */
const person = (x: number, y: number, coat: string) =>
  circle(x, y, 22, '#5b4032') + rect(x - 24, y + 18, 48, 110, coat, 'rx="20"')

const church = (wall: string, roof: string) =>
  rect(430, 300, 300, 260, wall) +
  shape('410,300 580,200 750,300', roof) +
  rect(530, 130, 100, 200, wall) +
  shape('520,130 580,20 640,130', roof) +
  rect(560, 360, 40, 90, '#6b6156', 'rx="20"')

const stall = (x: number, stripes: string) =>
  rect(x, 500, 250, 150, '#8a5a3b') +
  times(5, at => rect(x - 20 + at * 58, 420, 58, 80, at % 2 === 0 ? stripes : '#f6efe2')) +
  times(9, at => circle(x + 25 + at * 25, 500, 14, ['#d1495b', '#edae49', '#66a182'][at % 3] ?? '')) +
  rect(x - 5, 420, 10, 230, '#5b4032') +
  rect(x + 245, 420, 10, 230, '#5b4032')

const market = () =>
  sky('#a9cfe8', '#f3e3c8') +
  church('#d9c7a7', '#7b5b52') +
  rect(0, 560, W, 240, '#cdbb9a') +
  stall(60, '#c8553d') +
  stall(480, '#3f6c51') +
  stall(890, '#27548a') +
  person(360, 560, '#27548a') +
  person(400, 590, '#a23b3b') +
  person(810, 570, '#3d405b')

const school = () =>
  sky('#9cc4e4', '#e8f1f8') +
  rect(0, 600, W, 200, '#8fb07b') +
  rect(150, 330, 760, 290, '#efe6d5') +
  shape('110,330 530,190 950,330', '#8c4a3c') +
  times(5, at => rect(200 + at * 145, 400, 80, 100, '#5f86a6', 'rx="4"')) +
  rect(500, 510, 80, 110, '#6d4c3d') +
  times(4, at => rect(760 + at * 70, 260, 8, 360, '#d8962b')) +
  times(4, at => rect(750, 300 + at * 85, 230, 8, '#d8962b')) +
  rect(1040, 420, 40, 200, '#6d4c3d') +
  circle(1060, 380, 110, '#5d8a55')

const pitch = () =>
  sky('#8fbce0', '#dceaf4') +
  rect(0, 280, W, 60, '#5d8a55') +
  rect(0, 330, W, 470, '#4f9a55') +
  times(4, at => rect(at * 300, 330, 150, 470, '#57a55e')) +
  '<g fill="none" stroke="#fff" stroke-width="8"><path d="M600 330V800"/><ellipse cx="600" cy="560" rx="150" ry="90"/><path d="M0 430h170v260H0M1200 430h-170v260h170"/></g>' +
  person(420, 470, '#c8553d') +
  person(740, 520, '#27548a') +
  person(880, 420, '#c8553d') +
  circle(570, 640, 22, '#fff')

const river = () =>
  sky('#f2b880', '#f8e5c4') +
  circle(880, 250, 80, '#f6f0d8') +
  `<path d="M0 420Q300 320 600 410T1200 380V800H0Z" fill="#6f8f72"/>` +
  `<path d="M0 520Q400 470 700 540T1200 500V800H0Z" fill="#5b87a6"/>` +
  rect(0, 410, W, 180, '#b7a48c') +
  rect(0, 410, W, 16, '#9c8a73') +
  times(4, at => `<path d="M${50 + at * 290} 590v-40a105 105 0 0 1 210 0v40z" fill="#5b87a6"/>`) +
  times(6, at => rect(120 + at * 180, 650 + (at % 3) * 40, 120, 6, '#7fa6c0', 'rx="3"'))

const paintings = () =>
  rect(0, 0, W, H, '#ece4d6') +
  rect(0, 620, W, 180, '#a9825a') +
  times(3, at => {
    const x = 120 + at * 340
    const [back, front, sun] = [
      ['#8fbce0', '#4f9a55', '#edae49'],
      ['#f2b880', '#5b87a6', '#d1495b'],
      ['#cdb4db', '#3d405b', '#f6f0d8'],
    ][at] as [string, string, string]
    return (
      rect(x - 14, 146, 288, 348, '#6d4c3d') +
      rect(x, 160, 260, 320, back) +
      `<path d="M${x} 380q130-90 260 0v100h-260z" fill="${front}"/>` +
      circle(x + 180, 250, 34, sun)
    )
  }) +
  person(420, 560, '#27548a') +
  person(470, 580, '#a23b3b')

const night = (top: string, bottom: string) =>
  sky(top, bottom) + times(26, at => circle((at * 211) % W, (at * 97) % 260, 2 + (at % 2), '#f6f0d8'))

const garland = (y: number, colours: readonly string[]) =>
  `<path d="M0 ${y}Q300 ${y + 110} 600 ${y}Q900 ${y + 110} 1200 ${y}" fill="none" stroke="#5b4032" stroke-width="4"/>` +
  times(25, at => {
    const x = 24 + at * 48
    return circle(
      x,
      y + 55 * Math.sin(((x % 600) / 600) * Math.PI) + 8,
      10,
      colours[at % colours.length] ?? '',
    )
  })

const chalet = (x: number, wall: string) =>
  rect(x, 500, 230, 170, wall) +
  rect(x + 30, 550, 170, 60, '#ffd98a') +
  times(6, at => circle(x + 45 + at * 28, 606, 10, ['#d1495b', '#edae49', '#66a182'][at % 3] ?? '')) +
  shape(`${x - 30},500 ${x + 115},400 ${x + 260},500`, '#f4f6fa')

const chalets = () =>
  night('#16213e', '#3a4a78') +
  church('#8d86a0', '#e6eaf3') +
  rect(0, 555, W, 245, '#e6eaf3') +
  chalet(60, '#8a5a3b') +
  chalet(490, '#7a4b30') +
  chalet(910, '#8a5a3b') +
  garland(330, ['#ffd98a', '#d1495b', '#ffd98a', '#66a182']) +
  person(360, 600, '#a23b3b') +
  person(820, 610, '#27548a')

const hall = () =>
  night('#1b2a4a', '#4a5d86') +
  rect(0, 620, W, 180, '#3d4a5c') +
  rect(170, 320, 860, 310, '#c9b79c') +
  shape('130,320 600,170 1070,320', '#6d4c4c') +
  times(6, at => rect(220 + at * 135, 400, 85, 110, '#ffd98a', 'rx="6"')) +
  rect(550, 510, 100, 120, '#ffe9b8') +
  person(480, 640, '#27548a') +
  person(700, 630, '#a23b3b') +
  person(760, 645, '#3d405b')

const books = () =>
  rect(0, 0, W, H, '#7a5a41') +
  times(
    3,
    shelf =>
      times(22, at =>
        rect(
          40 + at * 51,
          60 + shelf * 240 + ((at * 7 + shelf * 3) % 5) * 12,
          40,
          176 - ((at * 7 + shelf * 3) % 5) * 12,
          ['#c8553d', '#3f6c51', '#27548a', '#edae49', '#6d4c6d', '#ece4d6'][(at * 5 + shelf) % 6] ?? '',
          'rx="3"',
        ),
      ) + rect(0, 236 + shelf * 240, W, 22, '#5b4032'),
  ) +
  `<path d="M860 800V560" stroke="#2f2f38" stroke-width="14"/>` +
  shape('760,560 960,560 920,440 800,440', '#ffe3a3')

const bunting = () =>
  sky('#8fc3e8', '#f6ead0') +
  church('#d9c7a7', '#7b5b52') +
  rect(0, 560, W, 240, '#cdbb9a') +
  times(3, line =>
    times(14, at => {
      const [x, y] = [at * 90 - line * 25, 130 + line * 120 + ((at * 13) % 30)]
      return shape(
        `${x},${y} ${x + 56},${y} ${x + 28},${y + 64}`,
        ['#d1495b', '#edae49', '#27548a', '#66a182'][(at + line) % 4] ?? '',
      )
    }),
  ) +
  times(7, at => person(150 + at * 150, 590 + (at % 3) * 30, ['#27548a', '#a23b3b', '#3f6c51'][at % 3] ?? ''))

const burst = (x: number, y: number, colour: string) =>
  times(18, at => {
    const [sin, cos] = [Math.sin((at * Math.PI) / 9), Math.cos((at * Math.PI) / 9)]
    return (
      `<path d="M${x + cos * 40} ${y + sin * 40}L${x + cos * 120} ${y + sin * 120}" stroke="${colour}" stroke-width="5"/>` +
      circle(x + cos * 132, y + sin * 132, 6, colour)
    )
  })

const fireworks = () =>
  night('#0e1430', '#2c3566') +
  burst(300, 200, '#edae49') +
  burst(640, 150, '#e76f7f') +
  burst(950, 230, '#8fd0c0') +
  rect(0, 560, W, 240, '#1a2550') +
  rect(0, 440, W, 140, '#4d4660') +
  times(4, at => `<path d="M${50 + at * 290} 580v-30a105 105 0 0 1 210 0v30z" fill="#1a2550"/>`) +
  times(9, at =>
    rect(90 + at * 125, 630 + (at % 3) * 45, 90, 6, ['#edae49', '#e76f7f', '#8fd0c0'][at % 3] ?? ''),
  )

const tree = (x: number, leaves: string) =>
  rect(x - 14, 360, 28, 300, '#5b4032') + circle(x, 300, 120, leaves) + circle(x - 70, 370, 70, leaves)

const autumn = () =>
  sky('#c9d6df', '#f3e3c8') +
  rect(0, 620, W, 180, '#a98a5c') +
  `<path d="M480 800Q560 640 620 620h60Q760 640 900 800Z" fill="#d8c49a"/>` +
  tree(170, '#c8702d') +
  tree(420, '#b4532a') +
  tree(880, '#d39a35') +
  tree(1080, '#c8702d') +
  times(30, at =>
    circle((at * 173) % W, 650 + ((at * at * 7) % 140), 8, ['#c8702d', '#d39a35', '#b4532a'][at % 3] ?? ''),
  ) +
  person(690, 570, '#27548a') +
  person(740, 585, '#a23b3b')

const SCENES = {
  market,
  school,
  pitch,
  river,
  paintings,
  chalets,
  hall,
  books,
  bunting,
  fireworks,
  autumn,
}
export type Scene = keyof typeof SCENES

export const drawn = async (scene: Scene): Promise<Buffer> =>
  await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${SCENES[scene]()}</svg>`,
    ),
  )
    .jpeg({ quality: 88 })
    .toBuffer()
