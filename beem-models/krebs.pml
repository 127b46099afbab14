/*
 * The metabolism of a cell, as token counts: glycolysis, oxidation of pyruvate, citric acid cycle, respiratory chain,
 * and the rest of the cell, which uses up what they gain.
 *
 * H. A. Krebs and W. A. Johnson, The role of citric acid in intermediate metabolism in animal tissues, Enzymologia 4,
 * 1937; amounts as in R. Pelanek, BEEM: Benchmarks for explicit model checkers, SPIN 2007, LNCS 4595.
 *
 * GLUCOSE  molecules at the beginning
 * CYCLES   citric acid cycles that run side by side
 * OXYGEN   molecules at the beginning
 */

#ifndef GLUCOSE
#define GLUCOSE 2
#endif
#ifndef CYCLES
#define CYCLES 1
#endif
#ifndef OXYGEN
#define OXYGEN 15
#endif
#define ADENOSINE 8         /* molecules of ATP and ADP together */
#define NICOTINAMIDE 14     /* of NAD+ and NADH together */

byte glucose = GLUCOSE, oxygen = OXYGEN, water = 10, protons = 10, carbon_dioxide;
byte atp = 4, adp = 4, nad = 12, nadh = 2;
byte pyruvate, acetyl_coa;
byte energy;                /* molecules of ATP that the rest of the cell has used */

inline check_conservation()
{
    assert(atp + adp == ADENOSINE);
    assert(nad + nadh == NICOTINAMIDE)
}

inline reduce_nad(n) { nad = nad - n; nadh = nadh + n }

inline charge_adp(n) { adp = adp - n; atp = atp + n }

active proctype glycolysis()
{
end:
    do
    ::  d_step {
            glucose >= 1 && atp >= 2 && adp >= 2 && nad >= 2;
            glucose--;
            charge_adp(2);
            reduce_nad(2);
            pyruvate = pyruvate + 2;
            protons = protons + 2;
            water = water + 2;
            check_conservation()
        }
    od
}

active proctype oxidation()
{
end:
    do
    ::  d_step {
            pyruvate >= 1 && nad >= 1;
            pyruvate--;
            reduce_nad(1);
            acetyl_coa++;
            carbon_dioxide++;
            check_conservation()
        }
    od
}

/* from oxaloacetate over citrate, isocitrate, ketoglutarate, fumarate and malate back to oxaloacetate */
active [CYCLES] proctype cycle()
{
end:
    do
    ::  d_step { acetyl_coa >= 1 && water >= 1; acetyl_coa--; water-- };
        skip;               /* citrate rearranges to isocitrate */
end_isocitrate:
        d_step { nad >= 1; reduce_nad(1); protons++; carbon_dioxide++ };
end_ketoglutarate:
        d_step { nad >= 1; reduce_nad(1); carbon_dioxide++ };
end_fumarate:
        d_step { water >= 1; water-- };
end_malate:
        d_step { nad >= 1; reduce_nad(1); check_conservation() }
    od
}

active proctype respiration()
{
end:
    do
    ::  d_step {
            nadh >= 1 && oxygen >= 1 && protons >= 2 && adp >= 2;
            nadh--;
            nad++;
            oxygen--;
            protons = protons - 2;
            water++;
            charge_adp(2);
            check_conservation()
        }
    od
}

active proctype rest_of_cell()
{
end:
    do
    ::  d_step { atp >= 1; atp--; adp++; energy++; check_conservation() }
    od
}
