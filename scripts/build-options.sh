# To be sourced: `build_options`, which every plain build and test of the scripts gets.
#
# check.sh builds without an index, for which the compiler takes a sixth of its time, and in a folder of its own, so that
# what editors and developers have built stays as it is.
read -r -a build_options <<<"${ASSETKIT_BUILD_OPTIONS:-}"
