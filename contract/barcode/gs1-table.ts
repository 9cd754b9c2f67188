/**
 * The application identifiers of the GS1 General Specifications (release 25, section 3.2), as a table.
 *
 * A row is: identifier or range, format, data title. A format is one component after another, each
 * `N` digits, `X` character set 82, `Y` set 39 or `Z` set 64, with a length (`6`) or a longest length (`..20`),
 * then the rules of `gs1-rules.ts` that its content must meet; in brackets, it may be missing.
 *
 * Left out on purpose: rules that need lists kept elsewhere (package types, IBANs, coupon grammar, the 5,000 subdivisions of
 * countries) and which identifiers need which others. Countries and currencies are looked up apart (`code-lists.ts`): a case is not
 * refused for one that does not exist.
 */
import { GS1_RULES, type Gs1RuleName } from './gs1-rules.ts'

/** One component of an application identifier's data, lengths in characters. */
export type Gs1Component = {
  characters: 'N' | 'X' | 'Y' | 'Z'
  min: number
  max: number
  optional: boolean
  rules: Gs1RuleName[]
}

export type ApplicationIdentifier = {
  ai: string
  title: string
  components: Gs1Component[]
  /** The element has a predefined length: no FNC1 need follow it. */
  predefined: boolean
}

/**
 * The first two digits of identifiers whose length is predefined, so that the next may follow without FNC1
 * (GS1 General Specifications, figure 7.8.5-2). The list is closed: new identifiers always need FNC1.
 */
const PREDEFINED = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '))

const ROWS: readonly (readonly [ai: string, format: string, title: string])[] = [
  ['00', 'N18,check', 'SSCC'],
  ['01', 'N14,check', 'GTIN'],
  ['02', 'N14,check', 'CONTENT'],
  ['03', 'N14,check', 'MTO GTIN'],
  ['10', 'X..20', 'BATCH/LOT'],
  ['11', 'N6,yymmd0', 'PROD DATE'],
  ['12', 'N6,yymmd0', 'DUE DATE'],
  ['13', 'N6,yymmd0', 'PACK DATE'],
  ['15', 'N6,yymmd0', 'BEST BEFORE or BEST BY'],
  ['16', 'N6,yymmd0', 'SELL BY'],
  ['17', 'N6,yymmd0', 'USE BY or EXPIRY'],
  ['20', 'N2', 'VARIANT'],
  ['21', 'X..20', 'SERIAL'],
  ['22', 'X..20', 'CPV'],
  ['235', 'X..28', 'TPX'],
  ['240', 'X..30', 'ADDITIONAL ID'],
  ['241', 'X..30', 'CUST. PART No.'],
  ['242', 'N..6', 'MTO VARIANT'],
  ['243', 'X..20', 'PCN'],
  ['250', 'X..30', 'SECONDARY SERIAL'],
  ['251', 'X..30', 'REF. TO SOURCE'],
  ['253', 'N13,check [X..17]', 'GDTI'],
  ['254', 'X..20', 'GLN EXTENSION COMPONENT'],
  ['255', 'N13,check [N..12]', 'GCN'],
  ['30', 'N..8', 'VAR. COUNT'],
  ['3100-3105', 'N6', 'NET WEIGHT (kg)'],
  ['3110-3115', 'N6', 'LENGTH (m)'],
  ['3120-3125', 'N6', 'WIDTH (m)'],
  ['3130-3135', 'N6', 'HEIGHT (m)'],
  ['3140-3145', 'N6', 'AREA (m²)'],
  ['3150-3155', 'N6', 'NET VOLUME (l)'],
  ['3160-3165', 'N6', 'NET VOLUME (m³)'],
  ['3200-3205', 'N6', 'NET WEIGHT (lb)'],
  ['3210-3215', 'N6', 'LENGTH (in)'],
  ['3220-3225', 'N6', 'LENGTH (ft)'],
  ['3230-3235', 'N6', 'LENGTH (yd)'],
  ['3240-3245', 'N6', 'WIDTH (in)'],
  ['3250-3255', 'N6', 'WIDTH (ft)'],
  ['3260-3265', 'N6', 'WIDTH (yd)'],
  ['3270-3275', 'N6', 'HEIGHT (in)'],
  ['3280-3285', 'N6', 'HEIGHT (ft)'],
  ['3290-3295', 'N6', 'HEIGHT (yd)'],
  ['3300-3305', 'N6', 'GROSS WEIGHT (kg)'],
  ['3310-3315', 'N6', 'LENGTH (m), log'],
  ['3320-3325', 'N6', 'WIDTH (m), log'],
  ['3330-3335', 'N6', 'HEIGHT (m), log'],
  ['3340-3345', 'N6', 'AREA (m²), log'],
  ['3350-3355', 'N6', 'VOLUME (l), log'],
  ['3360-3365', 'N6', 'VOLUME (m³), log'],
  ['3370-3375', 'N6', 'KG PER m²'],
  ['3400-3405', 'N6', 'GROSS WEIGHT (lb)'],
  ['3410-3415', 'N6', 'LENGTH (in), log'],
  ['3420-3425', 'N6', 'LENGTH (ft), log'],
  ['3430-3435', 'N6', 'LENGTH (yd), log'],
  ['3440-3445', 'N6', 'WIDTH (in), log'],
  ['3450-3455', 'N6', 'WIDTH (ft), log'],
  ['3460-3465', 'N6', 'WIDTH (yd), log'],
  ['3470-3475', 'N6', 'HEIGHT (in), log'],
  ['3480-3485', 'N6', 'HEIGHT (ft), log'],
  ['3490-3495', 'N6', 'HEIGHT (yd), log'],
  ['3500-3505', 'N6', 'AREA (in²)'],
  ['3510-3515', 'N6', 'AREA (ft²)'],
  ['3520-3525', 'N6', 'AREA (yd²)'],
  ['3530-3535', 'N6', 'AREA (in²), log'],
  ['3540-3545', 'N6', 'AREA (ft²), log'],
  ['3550-3555', 'N6', 'AREA (yd²), log'],
  ['3560-3565', 'N6', 'NET WEIGHT (t oz)'],
  ['3570-3575', 'N6', 'NET VOLUME (oz)'],
  ['3600-3605', 'N6', 'NET VOLUME (qt)'],
  ['3610-3615', 'N6', 'NET VOLUME (gal.)'],
  ['3620-3625', 'N6', 'VOLUME (qt), log'],
  ['3630-3635', 'N6', 'VOLUME (gal.), log'],
  ['3640-3645', 'N6', 'VOLUME (in³)'],
  ['3650-3655', 'N6', 'VOLUME (ft³)'],
  ['3660-3665', 'N6', 'VOLUME (yd³)'],
  ['3670-3675', 'N6', 'VOLUME (in³), log'],
  ['3680-3685', 'N6', 'VOLUME (ft³), log'],
  ['3690-3695', 'N6', 'VOLUME (yd³), log'],
  ['37', 'N..8', 'COUNT'],
  ['3900-3909', 'N..15', 'AMOUNT'],
  ['3910-3919', 'N3 N..15', 'AMOUNT'],
  ['3920-3929', 'N..15', 'PRICE'],
  ['3930-3939', 'N3 N..15', 'PRICE'],
  ['3940-3943', 'N4', 'PRCNT OFF'],
  ['3950-3955', 'N6', 'PRICE/UoM'],
  ['400', 'X..30', 'ORDER NUMBER'],
  ['401', 'X..30,key', 'GINC'],
  ['402', 'N17,check', 'GSIN'],
  ['403', 'X..30', 'ROUTE'],
  ['410', 'N13,check', 'SHIP TO LOC'],
  ['411', 'N13,check', 'BILL TO'],
  ['412', 'N13,check', 'PURCHASE FROM'],
  ['413', 'N13,check', 'SHIP FOR LOC'],
  ['414', 'N13,check', 'LOC No.'],
  ['415', 'N13,check', 'PAY TO'],
  ['416', 'N13,check', 'PROD/SERV LOC'],
  ['417', 'N13,check', 'PARTY'],
  ['420', 'X..20', 'SHIP TO POST'],
  ['421', 'N3 X..9', 'SHIP TO POST'],
  ['422', 'N3', 'ORIGIN'],
  ['423', 'N3 [N3] [N3] [N3] [N3]', 'COUNTRY - INITIAL PROCESS'],
  ['424', 'N3', 'COUNTRY - PROCESS'],
  ['425', 'N3 [N3] [N3] [N3] [N3]', 'COUNTRY - DISASSEMBLY'],
  ['426', 'N3', 'COUNTRY - FULL PROCESS'],
  ['427', 'X..3', 'ORIGIN SUBDIVISION'],
  ['4300-4301', 'X..35,percent', 'SHIP TO COMP, NAME'],
  ['4302-4306', 'X..70,percent', 'SHIP TO ADD1, ADD2, SUB, LOC, REG'],
  ['4307', 'X2', 'SHIP TO COUNTRY'],
  ['4308', 'X..30', 'SHIP TO PHONE'],
  ['4309', 'N10,latitude N10,longitude', 'SHIP TO GEO'],
  ['4310-4311', 'X..35,percent', 'RTN TO COMP, NAME'],
  ['4312-4316', 'X..70,percent', 'RTN TO ADD1, ADD2, SUB, LOC, REG'],
  ['4317', 'X2', 'RTN TO COUNTRY'],
  ['4318', 'X..20', 'RTN TO POST'],
  ['4319', 'X..30', 'RTN TO PHONE'],
  ['4320', 'X..35,percent', 'SRV DESCRIPTION'],
  ['4321', 'N1,yesno', 'DANGEROUS GOODS'],
  ['4322', 'N1,yesno', 'AUTH TO LEAVE'],
  ['4323', 'N1,yesno', 'SIG REQUIRED'],
  ['4324', 'N6,yymmd0 N4,hhmm', 'NOT BEF DEL DT'],
  ['4325', 'N6,yymmd0 N4,hhmm', 'NOT AFT DEL DT'],
  ['4326', 'N6,yymmdd', 'REL DATE'],
  ['4330', 'N6 [X1,hyphen]', 'MAX TEMP F.'],
  ['4331', 'N6 [X1,hyphen]', 'MAX TEMP C.'],
  ['4332', 'N6 [X1,hyphen]', 'MIN TEMP F.'],
  ['4333', 'N6 [X1,hyphen]', 'MIN TEMP C.'],
  ['7001', 'N13', 'NSN'],
  ['7002', 'X..30', 'MEAT CUT'],
  ['7003', 'N6,yymmdd N4,hhmm', 'EXPIRY TIME'],
  ['7004', 'N..4', 'ACTIVE POTENCY'],
  ['7005', 'X..12', 'CATCH AREA'],
  ['7006', 'N6,yymmdd', 'FIRST FREEZE DATE'],
  ['7007', 'N6,yymmdd [N6,yymmdd]', 'HARVEST DATE'],
  ['7008', 'X..3', 'AQUATIC SPECIES'],
  ['7009', 'X..10', 'FISHING GEAR TYPE'],
  ['7010', 'X..2', 'PROD METHOD'],
  ['7011', 'N6,yymmdd [N4,hhmm]', 'TEST BY DATE'],
  ['7020', 'X..20', 'REFURB LOT'],
  ['7021', 'X..20', 'FUNC STAT'],
  ['7022', 'X..20', 'REV STAT'],
  ['7023', 'X..30,key', 'GIAI - ASSEMBLY'],
  ['7030-7039', 'N3 X..27', 'PROCESSOR # 0 to 9'],
  ['7040', 'N1 X1 X1 X1,index', 'UIC+EXT'],
  ['7041', 'X..4', 'UFRGT UNIT TYPE'],
  ['710', 'X..20', 'NHRN PZN'],
  ['711', 'X..20', 'NHRN CIP'],
  ['712', 'X..20', 'NHRN CN'],
  ['713', 'X..20', 'NHRN DRN'],
  ['714', 'X..20', 'NHRN AIM'],
  ['715', 'X..20', 'NHRN NDC'],
  ['716', 'X..20', 'NHRN AIC'],
  ['7230-7239', 'X2 X..28', 'CERT # 1 to 10'],
  ['7240', 'X..20', 'PROTOCOL'],
  ['7241', 'N2', 'AIDC MEDIA TYPE'],
  ['7242', 'X..25', 'VCN'],
  ['7250', 'N8,yyyymmdd', 'DOB'],
  ['7251', 'N8,yyyymmdd N4,hhmm', 'DOB TIME'],
  ['7252', 'N1,sex', 'BIO SEX'],
  ['7253', 'X..40,percent', 'FAMILY NAME'],
  ['7254', 'X..40,percent', 'GIVEN NAME'],
  ['7255', 'X..10', 'SUFFIX'],
  ['7256', 'X..90,percent', 'FULL NAME'],
  ['7257', 'X..70,percent', 'PERSON ADDR'],
  ['7258', 'X3,position', 'BIRTH SEQUENCE'],
  ['7259', 'X..40,percent', 'BABY'],
  ['8001', 'N4,nonzero N5,nonzero N3,nonzero N1,winding N1', 'DIMENSIONS'],
  ['8002', 'X..20', 'CMT No.'],
  ['8003', 'N1,zero N13,check [X..16]', 'GRAI'],
  ['8004', 'X..30,key', 'GIAI'],
  ['8005', 'N6', 'PRICE PER UNIT'],
  ['8006', 'N14,check N4,piece', 'ITIP'],
  ['8007', 'X..34', 'IBAN'],
  ['8008', 'N6,yymmdd N2,hh [N2,sixty] [N2,sixty]', 'PROD TIME'],
  ['8009', 'X..50', 'OPTSEN'],
  ['8010', 'Y..30,key', 'CPID'],
  ['8011', 'N..12,noleadingzero', 'CPID SERIAL'],
  ['8012', 'X..20', 'VERSION'],
  ['8013', 'X..25,checkpair,key', 'GMN'],
  ['8014', 'X..25,checkpair,key', 'MUDI'],
  ['8017', 'N18,check', 'GSRN - PROVIDER'],
  ['8018', 'N18,check', 'GSRN - RECIPIENT'],
  ['8019', 'N..10', 'SRIN'],
  ['8020', 'X..25', 'REF No.'],
  ['8026', 'N14,check N4,piece', 'ITIP CONTENT'],
  ['8030', 'Z..90', 'DIGSIG'],
  ['8110', 'X..70', 'COUPON'],
  ['8111', 'N4', 'POINTS'],
  ['8112', 'X..70', 'PAPERLESS COUPON'],
  ['8200', 'X..70', 'PRODUCT URL'],
  ['90', 'X..30', 'INTERNAL'],
  ['91-99', 'X..90', 'INTERNAL'],
]

const identifiers = new Map<string, ApplicationIdentifier>()
const digitsByPrefix = new Map<string, number>()

for (const [range, format, title] of ROWS) {
  const [first = '', last = first] = range.split('-')
  const components = format.match(/\[[^\]]*\]|\S+/g)?.map(component) ?? []
  for (let n = Number(first); n <= Number(last); n += 1) {
    const ai = String(n).padStart(first.length, '0')
    const prefix = ai.slice(0, 2)
    identifiers.set(ai, { ai, title, components, predefined: PREDEFINED.has(prefix) })
    digitsByPrefix.set(prefix, ai.length)
  }
}

/** Every application identifier by its digits. */
export const APPLICATION_IDENTIFIERS: ReadonlyMap<string, ApplicationIdentifier> = identifiers

/**
 * The application identifier that data begins with at a position. All identifiers that share their first two
 * digits have the same length, so two look-ups settle it.
 */
export function applicationIdentifierAt(data: string, at: number): ApplicationIdentifier | undefined {
  const length = digitsByPrefix.get(data.slice(at, at + 2))
  return length === undefined ? undefined : identifiers.get(data.slice(at, at + length))
}

function component(text: string): Gs1Component {
  const optional = text.startsWith('[')
  const [size = '', ...rules] = text.replace(/[[\]]/g, '').split(',')
  const match = /^([NXYZ])(\.\.)?(\d+)$/.exec(size)
  if (!match || !rules.every(isRule)) throw new Error(`The GS1 table has a component it cannot read: ${text}`)
  const max = Number(match[3])
  return {
    characters: match[1] as Gs1Component['characters'],
    min: match[2] ? 1 : max,
    max,
    optional,
    rules: rules.filter(isRule),
  }
}

function isRule(name: string): name is Gs1RuleName {
  return Object.hasOwn(GS1_RULES, name)
}
