import { homeAndCar } from './home-and-car.ts'
import { lifeAndLeisure } from './life-and-leisure.ts'
import { moneyAndWork } from './money-and-work.ts'

/**
 * Topics that no one may target: their searches reveal health, religion, politics, sexuality, origin or legal trouble,
 * or that the person is a minor. `# Group|Arabic`, followed by topics: name|Arabic|rejected words.
 */
const sensitiveTopics = `
# Health|الصحة
Cancer|السرطان|cancer,chemotherapy,tumor
Diabetes|السكري|diabetes,diabetic,insulin
Heart disease|أمراض القلب|heart disease,heart attack
Mental health|الصحة النفسية|depression,anxiety disorder,bipolar,therapist,psychiatrist
Addiction|الإدمان|addiction,rehab,alcoholism,opioid
Infections|الأمراض المعدية|hiv,hepatitis,herpes
Pregnancy and fertility|الحمل والخصوبة|pregnancy,pregnant,fertility,ivf,miscarriage
Abortion|الإجهاض|abortion
Disabilities|الإعاقات|disability,wheelchair,autism
Medicines|الأدوية|prescription,medication,antidepressant
Weight loss|إنقاص الوزن|weight loss,obesity,bariatric
Dementia|الخرف|dementia,alzheimer
Health insurance|التأمين الصحي|health insurance,medicare,medicaid
# Religion|الدين
Christianity|المسيحية|christian,church,bible,catholic
Islam|الإسلام|muslim,mosque,islam,quran
Judaism|اليهودية|jewish,synagogue,kosher
Other faiths|ديانات أخرى|hindu,buddhist,sikh,atheist
# Politics|السياسة
Parties|الأحزاب|republican,democrat,political party
Elections|الانتخابات|vote,election,ballot,candidate
Political causes|القضايا السياسية|gun control,protest,union membership
# Sexuality|الميول والحياة الجنسية
Sexual orientation|الميول الجنسية|gay,lesbian,bisexual,lgbt
Gender identity|الهوية الجندرية|transgender,gender transition
Adult content|محتوى البالغين|porn,escort,sex
# Ethnic origin|الأصل العرقي
Ethnic groups|المجموعات العرقية|african american,hispanic,latino,asian american,native american
Immigration|الهجرة|immigration,green card,asylum,deportation,undocumented
# Minors|القاصرون
Children and teenagers|الأطفال والمراهقون|teen,teenager,kids games,child,children,minors
# Legal trouble|المشكلات القانونية
Criminal defense|الدفاع الجنائي|criminal defense,dui,arrest,bail
Bankruptcy and debt|الإفلاس والديون|bankruptcy,debt relief,foreclosure,payday loan
Divorce|الطلاق|divorce,custody,domestic violence
`

/** A topic that people are interested in. Names are in English and Arabic. */
export interface Topic {
  id: string
  name: string
  nameArabic: string
  group: string
  groupArabic: string
  /** What people search for when they are interested in it. */
  seeds: readonly string[]
  /** No one may target it. */
  isSensitive: boolean
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function readTopics(text: string, isSensitive: boolean): Topic[] {
  let [group, groupArabic] = ['', '']
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): Topic[] => {
      const [name = '', nameArabic = '', seeds = ''] = line.split('|')
      if (name.startsWith('# ')) {
        ;[group, groupArabic] = [name.slice(2), nameArabic]
        return []
      }
      return [{ id: slugOf(name), name, nameArabic, group, groupArabic, seeds: seeds.split(','), isSensitive }]
    })
}

/**
 * The taxonomy, by group. Its Arabic names are not in `i18n/ar`, where the English text is the id: Running, a sport here, is
 * a state of a campaign there.
 */
export const topics: readonly Topic[] = [
  ...[homeAndCar, moneyAndWork, lifeAndLeisure].flatMap((text) => readTopics(text, false)),
  ...readTopics(sensitiveTopics, true),
]

const byId = new Map(topics.map((topic) => [topic.id, topic]))

/** The topics with these ids; unknown ids are left out. */
export const findTopics = (ids: readonly string[]): Topic[] => ids.flatMap((id) => byId.get(id) ?? [])
