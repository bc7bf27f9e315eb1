import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const turkish: InterviewTexts = {
  code: 'tr',
  notice,
  mail,
  practice: {
    question: 'Bu yalnızca alıştırmadır ve hiçbir şey kaydedilmez. Boş zamanlarınızda ne yapmayı seversiniz?',
    thanks: 'Teşekkürler, bu işe yaradı. Görüşme siz başlattığınızda başlar.',
  },
  phrases: {
    greeting: ['Merhaba, hoş geldiniz.'],
    introduction: [
      'Ben otomatik bir görüşmeciyim: bir insan değil, bir bilgisayar programıyım. İstediğiniz zaman soruyu tekrar etmemi isteyebilirsiniz.',
    ],
    aboutRole: ['Şu pozisyon hakkında konuşacağız: {role}.'],
    thanks: [
      'Çok teşekkür ederim.',
      'Anlattığınız için teşekkürler.',
      'Tamam.',
      'Anlıyorum, teşekkürler.',
      'Açıklamanız için teşekkürler.',
      'Cevabınız için teşekkürler.',
    ],
    next: ['Devam edelim.', 'Sıradaki sorum çalışma biçiminizle ilgili.', 'Başka bir konuya geçelim.'],
    toProblem: ['Şimdi bir sorunla nasıl başa çıktığınızı duymak istiyorum.'],
    toMotivation: ['Şimdi motivasyonunuzla ilgili bir soru.'],
    silence: ['Acele etmeyin.', 'Hazır olduğunuzda cevap verebilirsiniz.', 'Vaktimiz var, dinliyorum.'],
    moveOn: ['O hâlde bu soruyu bırakalım.', 'Sorun değil, bunu atlayalım.', 'Önemli değil, ilerleyelim.'],
    more: [
      'Bu konuda biraz daha bilgi verebilir misiniz?',
      'Lütfen bundan daha çok bahsedin.',
      'Bunu daha ayrıntılı anlatabilir misiniz?',
    ],
    example: [
      'Somut bir örnek verebilir misiniz?',
      'Anlatabileceğiniz belirli bir olay var mı?',
      'Lütfen iyi hatırladığınız bir durumu anlatın.',
    ],
    result: ['Sonunda ne oldu?', 'Sonuç neydi?', 'Bittiğinde ne değişmişti?'],
    ownPart: ['Bunda sizin payınız tam olarak neydi?', 'Siz ne yaptınız, başkaları ne yaptı?'],
    measure: ['Bu nasıl ölçüldü?', 'Bu rakamlar nereden geliyor?'],
    tool: [
      'Neden özellikle bu araçları kullandınız?',
      'Bahsettiğiniz araçlarla bugün neyi farklı yapardınız?',
    ],
    repeat: ['Elbette, bir kez daha.', 'Memnuniyetle. Soru şuydu.'],
    wait: ['Elbette, rahatça düşünün.', 'Tamam, bekliyorum.'],
    lateTime: ['Süremiz bitmek üzere, bu yüzden sona geliyorum.'],
    timeOver: ['Böldüğüm için özür dilerim: süremiz doldu.'],
    candidateQuestions: ['Şimdi sıra sizde. Ekibe sorularınız var mı? Onları ileteceğim.'],
    passOn: [
      'Buna kendim cevap veremem. Ekibe ileteceğim.',
      'Cevabı bilmiyorum. Sorunuz bu görüşmeyle birlikte ekibe ulaşacak.',
      'Bunu bir insanın cevaplaması gerekir. İleteceğim.',
    ],
    otherQuestions: [
      'Başka bir sorunuz var mı?',
      'Sormak istediğiniz başka bir şey var mı?',
      'Daha neyi bilmek istersiniz?',
    ],
    skill: [
      'Bu iş için şu önemli: {skill}. Lütfen buna ihtiyaç duyduğunuz bir durumu anlatın.',
      'Bu iş şunu da gerektiriyor: {skill}. Bunun gerektiği en zor göreviniz neydi?',
    ],
    cannotHear: ['Maalesef sizi duyamıyorum, bu yüzden görüşmeyi burada bitiriyorum.'],
    closing: [
      'Benden bu kadar. Bu görüşmeyi bir insan değerlendirecek ve sizinle iletişime geçecek. Zaman ayırdığınız için teşekkürler, hoşça kalın.',
    ],
  },
  questions: {
    opening: [
      'Başlangıç olarak lütfen kendinizden ve şu anda yaptığınız işten bahsedin.',
      'Önce lütfen birkaç cümleyle kim olduğunuzu ve bugüne kadar neler yaptığınızı anlatın.',
    ],
    experience: [
      'Bugüne kadarki görevlerinizden hangisi sizi bu pozisyona en iyi hazırladı ve orada ne yaptınız?',
      'Lütfen bu pozisyona en yakın işinizi anlatın.',
    ],
    problem: [
      'İşte karşılaştığınız zor bir sorunu anlatın. Nedenini nasıl buldunuz ve ne yaptınız?',
      'Bir şeyin ters gittiği bir durumu anlatın. Bunun için ne yaptınız?',
    ],
    motivation: [
      'Bu pozisyonu neden istiyorsunuz ve neden şimdi?',
      'Bu pozisyonda sizi çeken nedir ve ondan ne bekliyorsunuz?',
    ],
    competency: {
      teamwork: ['Ekibinizden biriyle yaşadığınız bir anlaşmazlığı anlatın. Ne yaptınız?'],
      communication: ['Birine zor bir şeyi açıklamanız gereken bir durumu anlatın.'],
      organisation: ['Birkaç işin aynı anda acil olduğu bir dönemi anlatın. Nasıl karar verdiniz?'],
      learning: ['Hızla öğrenmeniz gereken yeni bir şeyi anlatın. Nasıl ilerlediniz?'],
      pressure: ['Büyük baskı altında çalıştığınız bir durumu anlatın. Ne yaptınız?'],
      service: ['İşinizden memnun kalmayan birini anlatın. Ne yaptınız?'],
      leadership: ['Başkalarının sorumluluğunu üstlendiğiniz bir durumu anlatın. Ne yaptınız?'],
      accuracy: ['Bulduğunuz veya yaptığınız bir hatayı anlatın. Bununla nasıl ilgilendiniz?'],
    },
  },
  cues: {
    alone: {
      stop: 'dur|durun|dur bir|durun bir|bekle|bekleyin|bir bekleyin|yeter|sus|susun|stop|bir dakika|bir saniye|bir an|bir dakka|dakika|bitireyim|hayır durun|hayır dur|hayır bekleyin',
      again:
        'tekrar|bir daha|yeniden|bir kez daha|efendim|pardon|affedersiniz|affedersin|özür dilerim|ne|ne dediniz|nasıl|tekrarlayın|tekrarlar mısınız|tekrar eder misiniz|tekrar edin|tekrar edebilir misiniz|daha yavaş|yavaş|kusura bakmayın|daha yüksek sesle',
      beside: 'lütfen|oh|ah|hey|alo|soruyu|soru|biraz|acaba',
    },
    repeat: /tekrar|bir daha|yeniden (?:sor|söyle)|(?:anlamadım|duyamadım|duymadım)|soru neydi/u,
    wait: /bir (?:dakika|saniye|an)(?!\p{L})|düşüneyim|biraz bekle/u,
    decline:
      /bilmiyorum|fikrim yok|aklıma (?:bir şey )?gelmiyor|istemiyorum|geçelim|atlayalım|cevap veremem/u,
    noQuestions: /^(?:hayır|yok)|soru(?:m|lar[ıi]m) yok|hepsi bu|bu kadar|başka yok/u,
    example:
      /örneğin|mesela|bir keresinde|bir gün|geçen (?:yıl|ay|hafta|yaz|kış)|zaman\b|(?:yıl|ay|hafta) önce|hatırlıyorum|iken|\w(?:dığımda|diğimde|duğumda|düğümde)/u,
    result: /sonu[cç]|sonunda|böylece|o zamandan|sonra|başar|iyileş|azal|arttı|tasarruf|çözdü|çözül|öğren/u,
    team: /\bbiz|bizim|ekip|ekib|takım|arkadaş|birlikte|beraber/u,
  },
};
