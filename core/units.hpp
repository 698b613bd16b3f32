// Strong quantities: adding seconds to bytes does not compile.
//
// Everything inside the core is SI: bytes, seconds, FLOP (a multiply-add is 2 FLOP), watts, dollars.
// A quantity is a bare double with a dimension in its type; `.value` is the only way out, so a
// number that leaves the typed core must carry its unit in its name.
#pragma once

#include <compare>

namespace threewall {

template <class Dimension>
struct Quantity {
    double value = 0.0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(double v) : value(v) {}

    constexpr Quantity& operator+=(Quantity o) { value += o.value; return *this; }
    constexpr Quantity& operator-=(Quantity o) { value -= o.value; return *this; }
    constexpr Quantity& operator*=(double k) { value *= k; return *this; }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value * k); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value / k); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;
};

using Bytes = Quantity<struct BytesDimension>;
using Seconds = Quantity<struct SecondsDimension>;
using Flop = Quantity<struct FlopDimension>;
using BytesPerSecond = Quantity<struct BytesPerSecondDimension>;
using FlopPerSecond = Quantity<struct FlopPerSecondDimension>;
using Watts = Quantity<struct WattsDimension>;
using Joules = Quantity<struct JoulesDimension>;
using Dollars = Quantity<struct DollarsDimension>;

constexpr Seconds operator/(Bytes b, BytesPerSecond r) { return Seconds(b.value / r.value); }
constexpr Seconds operator/(Flop f, FlopPerSecond r) { return Seconds(f.value / r.value); }
constexpr BytesPerSecond operator/(Bytes b, Seconds s) { return BytesPerSecond(b.value / s.value); }
constexpr FlopPerSecond operator/(Flop f, Seconds s) { return FlopPerSecond(f.value / s.value); }
constexpr Joules operator*(Watts p, Seconds s) { return Joules(p.value * s.value); }

template <class D>
constexpr Quantity<D> max(Quantity<D> a, Quantity<D> b) { return a.value < b.value ? b : a; }
template <class D>
constexpr Quantity<D> min(Quantity<D> a, Quantity<D> b) { return b.value < a.value ? b : a; }

inline constexpr double kKibi = 1024.0;
inline constexpr double kMebi = kKibi * 1024.0;
inline constexpr double kGibi = kMebi * 1024.0;
inline constexpr double kGiga = 1e9;
inline constexpr double kTera = 1e12;
inline constexpr double kSecondsPerHour = 3600.0;
inline constexpr double kSecondsPerDay = 86400.0;

}  // namespace threewall
