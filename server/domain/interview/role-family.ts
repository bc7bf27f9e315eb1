import type { Competency, RoleFamily } from './types.ts';

/**
 * Parts of names of roles, in lower case, in the languages of the product. The first row that fits decides: who leads people in sales is
 * asked about leading, who analyses sales about data.
 */
const keywords: readonly (readonly [RoleFamily, RegExp])[] = [
  [
    'management',
    /\b(?:head of|director|chief|c[etfo]o|vp|vice president|team ?lead(?:er)?|geschäftsführ|abteilungsleit|teamleit|betriebsleit|bereichsleit|directeur|directrice|directora?|diretora?|direttore|direttrice|jefe de|gerente geral|responsable d|kierowni|dyrektor|müdür)|директор|руководител|начальник|direktor|rukovodil|مدير عام|رئيس|निदेशक|总监|总经理|部长|店长|経営|部長|店長|マネージャー|팀장|부장|본부장/u,
  ],
  [
    'customer-service',
    /customer (?:service|support|care|success)|call ?cent|help ?desk|kundenservice|kundendienst|kundenbetreu|kundenberat|service client|atención al cliente|atendimento ao cliente|servizio clienti|assistenza clienti|klantenservice|obsług[ai] klienta|müşteri (?:hizmet|temsil)|обслуживани|поддержк|korisničk|podršk|خدمة العملاء|ग्राहक सेवा|客服|客户服务|カスタマー|お客様|고객/u,
  ],
  [
    'data',
    /data (?:scien|anal|engin)|\banalyst|business intelligence|statisti|machine learning|datenanaly|datenwissen|datenspezial|analista de d|analyste de donn|science des donn|analista dati|analityk danych|veri (?:anal|bilim)|аналитик|данных|analitičar|محلل|بيانات|विश्लेषक|डेटा|数据|データ|데이터/u,
  ],
  [
    'sales',
    /\bsales|account (?:exec|manag)|business develop|verkauf|verkäuf|vertrieb|außendienst|ventas|vendedor|comercial|vendeu|commercial|vendite|venditor|commerciale|verkoop|verkop|sprzeda|handlow|satış|продаж|продав|prodaj|prodav|مبيعات|बिक्री|सेल्स|销售|营业员|営業|販売|영업|판매/u,
  ],
  [
    'health-care',
    /nurs|\bdoctor|physician|midwi|caregiv|carer\b|health ?care|medical|therap|paramedic|pharmac|pfleg|ärzt|\barzt|hebamme|therapeut|enfermer|médic|cuidador|infirmi|médecin|soignant|infermier|\bmedico|verpleeg|verzorg|\barts\b|pielęgn|lekarz|hemşire|doktor|медсестр|медбрат|врач|медицин|medicinsk|lekar|ممرض|طبيب|नर्स|डॉक्टर|चिकित्स|护士|医生|护理|看護|医師|介護|간호|의사|요양/u,
  ],
  [
    'teaching',
    /teach|tutor|lectur|professor|trainer\b|educat|instructor|lehrer|lehrkraft|dozent|erzieh|ausbilder|maestr|profesor|docente|enseign|professeur|formateur|insegnant|leraar|lerares|leerkracht|nauczyciel|öğretmen|учител|преподават|воспитат|učitelj|nastavni|معلم|مدرس|शिक्षक|अध्यापक|教师|老师|教員|教師|講師|保育|교사|강사/u,
  ],
  [
    'finance',
    /account(?:ant|ing)|\bfinanc|bookkeep|controll|audit|payroll|\btax\b|admin(?:istrat|\b)|secretar|office (?:manag|assist)|clerk|buchhalt|steuer|sachbearbeit|verwaltung|sekretär|bürokauf|contab|contador|administrativ|finanz|comptab|secrétaire|gestionnaire|contabil|impiegat|boekhoud|administrati|księgow|finans|sekretark|muhasebe|büro|бухгалтер|финанс|секретар|администратор|računovo|knjigovo|محاسب|مالي|إداري|लेखाकार|वित्त|प्रशासन|会计|财务|行政|文员|経理|会計|事務|総務|회계|재무|경리|사무/u,
  ],
  [
    'software',
    /software|developer|programm|full.?stack|front.?end|back.?end|devops|\bit\b|sysadmin|system admin|web ?dev|mobile ?dev|\bqa\b|entwickler|informatik|desarrollador|développeu|desenvolvedor|sviluppator|ontwikkelaar|yazılım|geliştirici|программист|разработчик|programer|مبرمج|مطور|برمج|सॉफ़्टवेयर|सॉफ्टवेयर|डेवलपर|软件|程序员|开发|エンジニア|プログラマ|開発|ソフトウェア|개발자|소프트웨어|프로그래머/u,
  ],
  [
    'operations',
    /operations|logisti|warehouse|supply chain|\bdriver|dispatch|purchas|procure|lager|spedit|disponent|einkauf|fahrer|almacén|conductor|compras|entrepôt|chauffeur|magasinier|armazém|motorista|magazzin|autista|magazijn|magazyn|kierowca|depo|lojistik|şoför|логист|склад|водител|vozač|skladišt|magacin|لوجست|مستودع|سائق|गोदाम|ड्राइवर|लॉजिस्टिक|物流|仓库|司机|采购|倉庫|ドライバー|配送|購買|물류|창고|운전/u,
  ],
  [
    'trades',
    /electrician|plumb|carpent|weld|mechanic|machinist|technician|manufactur|production|assembl|construct|engineer\b|elektri|klempner|installateur|tischler|schweiß|mechani|mechatron|schlosser|monteur|produktion|fertigung|techniker|handwerk|electricist|soldador|mecánic|fontaner|técnico|producción|électric|soudeu|mécanic|technicien|eletric|mecânic|elettric|saldator|meccanic|tecnico|operaio|lasser|loodgiet|spawacz|hydraulik|technik|tesisat|kaynak|teknisyen|üretim|электри|сварщик|слесар|механик|техник|производств|varilac|električar|majstor|كهربائي|سباك|لحام|ميكانيك|فني|बिजली|वेल्डर|मैकेनिक|तकनीशियन|电工|焊工|机械|技工|制造|生产|電気|溶接|機械|整備|製造|工員|전기|용접|기계|정비|생산|제조/u,
  ],
  [
    'management',
    /manag|leiter|leitung|gerente|gestor|responsable|leidinggev|yönetici|менеджер|menadžer|مدير|प्रबंधक|经理|主管|管理|매니저|관리자/u,
  ],
];

/** Null when the name says nothing that we know: then the general questions are asked. */
export function familyOf(roleName: string): RoleFamily | null {
  const name = roleName.normalize('NFC').toLowerCase();
  return keywords.find(([, words]) => words.test(name))?.[0] ?? null;
}

/** What each kind of work is asked about, what tells most first. */
export const familyCompetencies: Readonly<Record<RoleFamily, readonly Competency[]>> = {
  software: ['teamwork', 'accuracy', 'learning', 'communication', 'pressure', 'organisation'],
  data: ['accuracy', 'communication', 'learning', 'teamwork', 'pressure', 'organisation'],
  sales: ['communication', 'service', 'pressure', 'organisation', 'learning', 'teamwork'],
  'customer-service': ['service', 'communication', 'pressure', 'accuracy', 'teamwork', 'learning'],
  'health-care': ['accuracy', 'communication', 'pressure', 'teamwork', 'organisation', 'service'],
  teaching: ['communication', 'organisation', 'pressure', 'learning', 'teamwork', 'service'],
  operations: ['organisation', 'accuracy', 'pressure', 'teamwork', 'communication', 'leadership'],
  finance: ['accuracy', 'organisation', 'pressure', 'communication', 'learning', 'teamwork'],
  trades: ['accuracy', 'pressure', 'teamwork', 'organisation', 'learning', 'service'],
  management: ['leadership', 'communication', 'teamwork', 'organisation', 'pressure', 'learning'],
};

export const generalCompetencies: readonly Competency[] = [
  'teamwork',
  'organisation',
  'communication',
  'learning',
  'pressure',
  'accuracy',
];

/** Soft skills as requirements name them. */
const softSkills: readonly (readonly [Competency, RegExp])[] = [
  [
    'leadership',
    /lead|führung|leiderschap|lider|direzione|encadre|przywód|лидер|руковод|vođ|قياد|नेतृत्व|领导|リーダー|指導|리더/u,
  ],
  [
    'teamwork',
    /team|collab|cooperat|zusammenarb|équipe|equipo|equipa|equipe|squadra|samenwerk|zespoł|ekip|команд|timsk|فريق|टीम|团队|协作|チーム|協調|팀|협업/u,
  ],
  [
    'service',
    /service|customer|kund|client|klant|klien|müşteri|клиент|خدمة|ग्राहक|服务|客户|サービス|顧客|서비스|고객/u,
  ],
  [
    'communication',
    /communic|kommunik|comunic|communicat|komunik|iletişim|present|negoti|verhand|общен|коммуник|تواصل|संचार|संवाद|沟通|コミュニ|交渉|소통|의사소통|커뮤니/u,
  ],
  [
    'organisation',
    /organi[sz]|time manag|planning|planung|priorit|zeitmanag|planif|gestion du temps|organiz|zaman|организ|тайм|تنظيم|संगठन|समय|组织|计划|時間管理|計画|조직|시간/u,
  ],
  [
    'learning',
    /learn|curio|adapt|flexib|lern|neugier|aprend|appren|leer|ucze|nauk|öğren|обуч|гибк|učen|تعلم|सीख|学习|適応|学習|学ぶ|학습|적응/u,
  ],
  [
    'pressure',
    /pressure|stress|resilien|belast|druck|presi|pression|pressione|presj|baskı|стресс|pritis|ضغط|दबाव|抗压|压力|ストレス|스트레스|압박/u,
  ],
  [
    'accuracy',
    /accura|detail|precis|care|reliab|genau|sorgf|zuverläss|précis|rigueur|nauwkeurig|dokład|dikkat|точн|внимат|preciz|دقة|सटीक|细心|准确|細|正確|꼼꼼|정확/u,
  ],
];

export function competencyOf(softSkill: string): Competency | null {
  const name = softSkill.normalize('NFC').toLowerCase();
  return softSkills.find(([, words]) => words.test(name))?.[0] ?? null;
}
